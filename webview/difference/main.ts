/** Entry of the webview that shows two captures side by side. */
import './difference.css';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { createDifferenceApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton());

startInEditor(KEYS, createDifferenceApp);
