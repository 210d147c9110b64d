/** Entry of the webview that shows one of LLVM's recordings. */
import './llvm.css';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { RECORDING_KEYS } from './keys';
import { createRecordingApp } from './recordingApp';

provideVSCodeDesignSystem().register(vsCodeButton());

startInEditor(RECORDING_KEYS, createRecordingApp);
