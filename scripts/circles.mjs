// Files that import each other, be it through others. An import of types alone counts: who reads one file of a circle reads them all.
import { imports } from './imports.mjs';

/**
 * What each file imports of the others.
 * @param {ReadonlyMap<string, string>} texts
 */
function graphOf(texts) {
  const found = (target) => [target, `${target}.ts`].find((file) => texts.has(file));
  return new Map(
    Array.from(texts, ([file, text]) => [file, [...new Set(imports(file, text).map(found))].filter((target) => target !== undefined)]),
  );
}

/** The strongly connected components of a graph that are circles, by Tarjan's algorithm. */
function componentsOf(graph) {
  const components = [];
  /** In which order nodes are met, and the earliest of those on the stack that each leads to. */
  const met = new Map();
  const earliest = new Map();
  const stack = [];
  const visit = (node) => {
    met.set(node, met.size);
    earliest.set(node, met.get(node));
    stack.push(node);
    for (const next of graph.get(node)) {
      if (!met.has(next)) visit(next);
      if (stack.includes(next)) earliest.set(node, Math.min(earliest.get(node), earliest.get(next)));
    }
    if (earliest.get(node) !== met.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1 || graph.get(node).includes(node)) components.push(component.sort());
  };
  for (const node of graph.keys()) if (!met.has(node)) visit(node);
  return components;
}

/** For each circle of imports among `texts`, contents by path from the root, its files with what they import of each other. */
export function circles(texts) {
  const graph = graphOf(texts);
  return componentsOf(graph).map((files) => {
    const lines = files.map(
      (file) =>
        `  ${file} imports ${graph
          .get(file)
          .filter((target) => files.includes(target))
          .join(', ')}`,
    );
    return [`${files.length === 1 ? 'a file imports itself' : `${files.length} files import each other`}:`, ...lines].join('\n');
  });
}
