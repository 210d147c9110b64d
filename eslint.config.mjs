import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist', 'build', 'prebuilds', 'native/build', 'test/artifacts', 'test/fixtures', '.cache', '.vscode-test']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers read well in messages; everything else must be turned into text on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['extension/**/*.ts'],
    ignores: ['extension/commands/questions.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['showQuickPick', 'createQuickPick', 'showInputBox', 'createInputBox'].map((property) => ({
          property,
          message: 'extension/commands/questions.ts asks, so that no question goes away by itself.',
        })),
      ],
    },
  },
  {
    // node:test's functions return promises that the runner itself awaits.
    files: ['**/*.test.ts', '**/*.e2e.ts', '**/*.pages.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['test/e2e/**/*.ts', 'test/pages/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='press'][callee.object.property.name='keyboard'][arguments.0.value='Enter']",
          message: 'What has the keyboard may change at any time: press Enter on a locator.',
        },
        {
          selector: 'CallExpression > MemberExpression[optional=true][property.name=/^(choose|click|focus|open|press)$/].callee',
          message: 'What is not there would be left out in silence: act on what `present` gives.',
        },
      ],
    },
  },
  {
    // What stands for classes of VS Code's is of classes of its own.
    files: ['test/pages/vscode/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'bin/ireereplay'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['**/*.cjs', 'bin/ireereplay'],
    languageOptions: { sourceType: 'commonjs', globals: { require: 'readonly', module: 'readonly', __dirname: 'readonly' } },
  },
);
