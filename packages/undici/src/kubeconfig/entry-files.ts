import { dirname, isAbsolute, join } from 'node:path';

import { invalidArgument } from '@rxkube/protocol';

import { type Pem } from '../tls/tls-material.js';
import { type Entry, textOf } from './parse-kubeconfig.js';

/** Returns the embedded data, or else the file. */
export function pemOf(entry: Entry, name: string): Pem | undefined {
  const data = textOf(entry, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = textOf(entry, name);

  return file === undefined ? undefined : { file: pathIn(entry, file) };
}

/** Resolves a path of a kubeconfig: a relative one begins at the file that contains it. */
export function pathIn(entry: Entry, path: string): string {
  return isAbsolute(path) ? path : join(dirname(entry.file), path);
}

/** Fields that name a file, in a cluster or a user. */
const FILE_FIELDS = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/**
 * Refuses the entries of an untrusted kubeconfig that reach beyond the data that it contains: a program, a file or a
 * proxy. A file would be sent to the server of the kubeconfig, and a proxy sees where requests go.
 *
 * @throws ProtocolError `invalidArgument` for `untrusted` that names the field.
 */
export function validateUntrusted(entry: Entry): void {
  const fields = [...FILE_FIELDS, 'exec', 'proxy-url'];
  const field = fields.find((name) => isSet(entry.fields[name]));
  if (field === undefined) return;
  throw invalidArgument(
    'untrusted',
    `allows no \`${field}\` in ${entry.file}, but only data that the file contains; take it out, or leave out \`untrusted\` if you trust its author`,
  );
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
