import { invalidArgument } from '@rxkube/protocol';
import { parseDocument } from 'yaml';

import { readSmallFile } from '../platform/small-file.js';

/** An entry of a kubeconfig, and the file that contains it. Relative paths begin there. */
export interface Entry {
  readonly file: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** One kubeconfig file, or several that were merged. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
  readonly contexts: ReadonlyMap<string, Entry>;
}

/**
 * Reads one kubeconfig file.
 *
 * @throws ProtocolError `invalidArgument` that names the file and the line, and quotes nothing, because the file contains secrets.
 */
export function parseKubeconfig(file: string): Kubeconfig {
  const root = recordOf(file, 'the document', documentIn(file)) ?? {};

  return {
    currentContext: textOf({ file, fields: root }, 'current-context'),
    clusters: entriesOf(file, root, 'clusters', 'cluster'),
    users: entriesOf(file, root, 'users', 'user'),
    contexts: entriesOf(file, root, 'contexts', 'context'),
  };
}

/** Merges kubeconfigs as `kubectl` does: the first file that has an entry or a current context wins. */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    users: firstOfEach(files.map((file) => file.users)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
  };
}

function firstOfEach<V>(maps: readonly ReadonlyMap<string, V>[]): ReadonlyMap<string, V> {
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}

/** A text field of an entry; `undefined` if it is absent, null or empty. */
export function textOf({ file, fields }: Entry, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') {
    throw invalidArgument('kubeconfig', `${file}: \`${name}\` must be a string; put it in quotes`);
  }

  return value;
}

/** A flag of an entry; an absent one is false. */
export function flagOf({ file, fields }: Entry, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value !== 'boolean') {
    throw invalidArgument('kubeconfig', `${file}: \`${name}\` must be true or false`);
  }

  return value;
}

function documentIn(file: string): unknown {
  let text: string;
  try {
    text = readSmallFile(file).toString('utf8');
  } catch (cause) {
    throw invalidArgument('kubeconfig', `${file} cannot be read`, cause);
  }
  // If a mapping has a field twice, kubectl takes the last one.
  const document = parseDocument(text, { prettyErrors: false, merge: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw invalidArgument(
      'kubeconfig',
      `${file} is not valid YAML: ${error.code} in line ${String(line)}`,
    );
  }
  try {
    return document.toJS();
  } catch {
    throw invalidArgument('kubeconfig', `${file} is not valid YAML: an alias cannot be resolved`);
  }
}

function entriesOf(
  file: string,
  root: Readonly<Record<string, unknown>>,
  list: string,
  kind: string,
): ReadonlyMap<string, Entry> {
  const items = root[list] ?? [];
  if (!Array.isArray(items))
    throw invalidArgument('kubeconfig', `${file}: \`${list}\` must be a list`);
  const entries = new Map<string, Entry>();
  for (const item of items as readonly unknown[]) {
    const record = recordOf(file, `an item of \`${list}\``, item) ?? {};
    const name = textOf({ file, fields: record }, 'name');
    if (name === undefined) {
      throw invalidArgument('kubeconfig', `${file}: an item of \`${list}\` has no name`);
    }
    const fields = recordOf(file, `\`${kind}\` of ${JSON.stringify(name)}`, record[kind]) ?? {};
    // As in client-go since 1.19, even if the entry is not used: it is unclear which of the two is meant.
    if (entries.has(name)) {
      throw invalidArgument(
        'kubeconfig',
        `${file}: ${JSON.stringify(name)} is twice in \`${list}\`; remove one of them`,
      );
    }
    entries.set(name, { file, fields });
  }

  return entries;
}

function recordOf(
  file: string,
  what: string,
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidArgument('kubeconfig', `${file}: ${what} must be a mapping`);
  }

  return Object.fromEntries(Object.entries(value));
}
