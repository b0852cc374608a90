import { invalidArgument } from '@rxkube/protocol';

import { type Impersonation } from '../options/impersonation-headers.js';
import { type Entry, textOf } from './parse-kubeconfig.js';

/**
 * Whom a user of a kubeconfig acts as. Programs that write kubeconfigs leave `as-groups: []` in them.
 *
 * @throws ProtocolError `invalidArgument` that names the field
 */
export function impersonationOf(entry: Entry): Impersonation | undefined {
  const user = textOf(entry, 'as');
  const uid = textOf(entry, 'as-uid');
  const groups = textsOf(entry, 'as-groups', entry.fields['as-groups']);
  const extra = extraOf(entry);
  if (user === undefined) {
    if (uid === undefined && groups.length === 0 && Object.keys(extra).length === 0)
      return undefined;
    throw invalidArgument(
      'as',
      `is missing in ${entry.file}; as-uid, as-groups and as-user-extra go with the user to act as`,
    );
  }

  return { user, uid, groups, extra };
}

function extraOf(entry: Entry): Readonly<Record<string, readonly string[]>> {
  const value = entry.fields['as-user-extra'] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidArgument('as-user-extra', `is no mapping in ${entry.file}`);
  }

  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => [key, textsOf(entry, 'as-user-extra', list)]),
  );
}

function textsOf({ file }: Entry, field: string, value: unknown): readonly string[] {
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (value === undefined || value === null) return [];
  if (!list?.every((each) => typeof each === 'string')) {
    throw invalidArgument(field, `is no list of texts in ${file}`);
  }

  return list;
}
