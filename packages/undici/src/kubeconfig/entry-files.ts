import { dirname, isAbsolute, join } from 'node:path';

import { type Pem } from '../tls/tls-material.js';
import { type Entry, textOf } from './parse-kubeconfig.js';

/** Embedded data, which goes before a file, or the file. */
export function pemOf(entry: Entry, name: string): Pem | undefined {
  const data = textOf(entry, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = textOf(entry, name);

  return file === undefined ? undefined : { file: besides(entry, file) };
}

/** A path as the kubeconfig means it: relative ones begin at the file that they stand in. */
export function besides(entry: Entry, path: string): string {
  return isAbsolute(path) ? path : join(dirname(entry.file), path);
}
