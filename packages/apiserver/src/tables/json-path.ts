import { isJsonObject } from '../objects/json-object.js';

/** Reads the values of a document to which a path leads. */
export type JsonPath = (document: unknown) => readonly unknown[];

type Step = (value: unknown) => readonly unknown[];

/** The forms of one step. They are tried in turn at the end of the step before. */
const STEPS: readonly (readonly [pattern: RegExp, make: (parts: readonly string[]) => Step])[] = [
  [
    /^\.\.([\w$-]+)/u,
    ([, name = '']) =>
      (value) =>
        inDepth(value, name),
  ],
  [/^\.?\[\*\]/u, () => items],
  [/^\.\*/u, () => all],
  [
    /^\.?\[(-?\d+)\]/u,
    ([, at = '']) =>
      (value) =>
        items(value).slice(...only(Number(at))),
  ],
  [/^\.?\['((?:[^'\\]|\\.)*)'\]/u, ([, name = '']) => field(unescaped(name))],
  [/^\.?\["((?:[^"\\]|\\.)*)"\]/u, ([, name = '']) => field(unescaped(name))],
  [
    /^\.?\[\?\(\s*@((?:\.(?:[^\s.=!<>)\\]|\\.)+)+)\s*(?:(==|!=)\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+))\s*)?\)\]/u,
    ([, path = '', operator, double, single, bare]) =>
      filter(path, operator, double ?? single ?? literal(bare)),
  ],
  [/^\.((?:[^.[\]\\\s]|\\.)+)/u, ([, name = '']) => field(unescaped(name))],
];

/**
 * Reads a path of the kind that definitions give for their columns: `.spec.size`, `.items[0]`,
 * `.items[*]`, `.metadata.annotations.example\.com/a`,
 * `.status.conditions[?(@.type=="Ready")].status`.
 *
 * This is not RFC 9535: the dialect of Kubernetes has no `$` at its beginning, and allows dashes in
 * names.
 *
 * @returns a path that leads nowhere if the text cannot be read
 */
export function jsonPath(text: string): JsonPath {
  const steps: Step[] = [];
  let rest = text
    .trim()
    .replace(/^\{(.*)\}$/u, '$1')
    .replace(/^\$/u, '');
  if (rest !== '' && !/^[.[]/u.test(rest)) rest = `.${rest}`;
  while (rest !== '') {
    const found = nextStep(rest);
    if (found === undefined) return () => [];
    steps.push(found.step);
    rest = rest.slice(found.length);
  }

  return (document) =>
    steps.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [document]);
}

function nextStep(text: string): { readonly step: Step; readonly length: number } | undefined {
  for (const [pattern, make] of STEPS) {
    const parts = pattern.exec(text);
    if (parts !== null) return { step: make(parts), length: parts[0].length };
  }

  return undefined;
}

function field(name: string): Step {
  return (value) =>
    isJsonObject(value) && Object.hasOwn(value, name) && value[name] !== undefined
      ? [value[name]]
      : [];
}

function filter(path: string, operator: string | undefined, wanted: unknown): Step {
  const inside = jsonPath(path);

  return (value) =>
    items(value).filter((item) => {
      const [found] = inside(item);
      if (operator === undefined) return found !== undefined;
      if (found === undefined) return false;

      return (found === wanted) === (operator === '==');
    });
}

function all(value: unknown): readonly unknown[] {
  return isJsonObject(value) ? Object.values(value) : items(value);
}

function inDepth(value: unknown, name: string): readonly unknown[] {
  return [...field(name)(value), ...all(value).flatMap((part) => inDepth(part, name))];
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A negative index counts from the end. */
function only(at: number): [number, number | undefined] {
  return [at, at === -1 ? undefined : at + 1];
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gu, '$1');
}

function literal(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
