// Rules of this house that no linter has, as a plugin for oxlint.

const named = ({ type, computed, property }, name) => type === 'MemberExpression' && !computed && property.name === name;

/** What disappears when the window loses the keyboard is asked for in one place, which prevents that. */
const asking = ['showQuickPick', 'createQuickPick', 'showInputBox', 'createInputBox'];
const questionsThatStay = (context) => ({
  MemberExpression(node) {
    if (asking.some((name) => named(node, name)))
      context.report({ node, message: 'extension/commands/questions.ts asks, so that no question goes away by itself.' });
  },
});

/** page.keyboard.press('Enter') */
const enterOnALocator = (context) => ({
  CallExpression(node) {
    const { callee, arguments: given } = node;
    if (named(callee, 'press') && named(callee.object, 'keyboard') && given[0]?.value === 'Enter')
      context.report({ node, message: 'What has the keyboard may change at any time: press Enter on a locator.' });
  },
});

/** row?.click() */
const acts = ['choose', 'click', 'focus', 'open', 'press'];
const actOnWhatIsThere = (context) => ({
  CallExpression(node) {
    const { callee } = node;
    if (callee.optional === true && acts.some((name) => named(callee, name)))
      context.report({ node, message: 'What is not there would be left out in silence: act on what `present` gives.' });
  },
});

export default {
  meta: { name: 'house' },
  rules: {
    'questions-that-stay': { create: questionsThatStay },
    'enter-on-a-locator': { create: enterOnALocator },
    'act-on-what-is-there': { create: actOnWhatIsThere },
  },
};
