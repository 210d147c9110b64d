/** Entry of the webview that shows a trace of PyTorch's profiler. */
import './torch.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { createTorchApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

startInEditor(KEYS, createTorchApp);
