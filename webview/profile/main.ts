/** Entry of the profile editor's webview. */
import './profile.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { createProfileApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

startInEditor(KEYS, createProfileApp);
