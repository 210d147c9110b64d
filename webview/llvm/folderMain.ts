/** Entry of the webview that shows a folder of LLVM's recordings. */
import './llvm.css';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { startInEditor } from '../widgets/editorPage';
import { createFolderApp } from './folderApp';
import { FOLDER_KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton());

startInEditor(FOLDER_KEYS, createFolderApp);
