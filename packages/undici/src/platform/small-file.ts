import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Largest file in bytes. Kubeconfigs, certificates and tokens are far smaller. */
const MAX_SIZE = 1024 * 1024;

/**
 * Reads a regular file of at most 1 MiB.
 *
 * It refuses a pipe, a socket and a device such as `/dev/zero`: a synchronous read of one could block the process for
 * ever. Reads are synchronous because the files are small, and the callers are.
 *
 * @throws Error with the `code` of the platform, or `ERR_NOT_A_FILE`, or `EFBIG`.
 */
export function readSmallFile(path: string): Buffer {
  // Without O_NONBLOCK, opening a pipe waits for a writer. Windows has neither.
  const file = openSync(
    path,
    constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0),
  );
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw coded('ERR_NOT_A_FILE', 'must be a regular file');
    if (stats.size > MAX_SIZE) throw tooLarge();

    return readAll(file);
  } finally {
    closeSync(file);
  }
}

/** Reads to the end, since a file may grow meanwhile, and those of /proc have the size 0. */
function readAll(file: number): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    const read = readSync(file, chunk);
    if (read === 0) return Buffer.concat(chunks);
    size += read;
    if (size > MAX_SIZE) throw tooLarge();
    chunks.push(chunk.subarray(0, read));
  }
}

function tooLarge(): Error {
  return coded('EFBIG', `must be at most ${String(MAX_SIZE)} bytes`);
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
