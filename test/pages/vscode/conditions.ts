/** Conditions of the manifest (`when`, `enablement`), as far as ours go: https://code.visualstudio.com/api/references/when-clause-contexts. */

const TOKEN = /\(|\)|&&|\|\||!(?!=)|[\w.]+(?:\s*(?:==|!=|=~)\s*(?:'[^']*'|\/(?:[^/\\]|\\.)*\/[a-z]*|[\w.-]+)|\s+in\s+[\w.]+)?/g;

/** Whether the condition holds; `valueOf` says what a context key is. */
export function holds(condition: string | undefined, valueOf: (key: string) => unknown): boolean {
  if (condition === undefined) return true;
  const tokens = condition.match(TOKEN) ?? [];
  let at = 0;
  const term = (): boolean => {
    const token = tokens[at++] ?? '';
    if (token === '!') return !term();
    if (token !== '(') return compares(token, valueOf);
    const inside = either();
    at++;
    return inside;
  };
  // Each side is read, whatever the one before it is.
  const both = (): boolean => {
    let all = term();
    while (tokens[at] === '&&') {
      at++;
      all = term() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (tokens[at] === '||') {
      at++;
      any = both() || any;
    }
    return any;
  };
  return either();
}

function compares(token: string, valueOf: (key: string) => unknown): boolean {
  const [, item, list] = /^([\w.]+)\s+in\s+([\w.]+)$/.exec(token) ?? [];
  if (item !== undefined && list !== undefined) {
    const all = valueOf(list);
    return Array.isArray(all) && all.includes(valueOf(item));
  }
  const [, key = token, operator, wanted = ''] = /^([\w.]+)\s*(==|!=|=~)\s*(.*)$/s.exec(token) ?? [];
  const value = valueOf(key);
  if (operator === undefined) return Boolean(value);
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  if (operator === '=~') {
    const end = wanted.lastIndexOf('/');
    return new RegExp(wanted.slice(1, end), wanted.slice(end + 1)).test(text);
  }
  return (text === wanted.replaceAll("'", '')) === (operator === '==');
}
