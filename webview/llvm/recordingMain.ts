/** Entry of the webview that shows one of LLVM's recordings. */
import './llvm.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { RECORDING_KEYS } from './keys';
import { createRecordingApp } from './recordingApp';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

startInEditor(RECORDING_KEYS, createRecordingApp);
