/** Entry of the capture editor's webview. */
import './capture.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { createCaptureApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

startInEditor(KEYS, createCaptureApp);
