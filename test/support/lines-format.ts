import { type EncodedObject, type Format, encodedBytes } from '@rxkube/operators';
import { DecodeError, type KubeObject } from '@rxkube/protocol';

/**
 * A format that is JSON in disguise, one value a line, for tests of the port: a watch is lines of `TYPE JSON`, a list is
 * a line of JSON without its items and a line for each of them, a refusal is a Status.
 *
 * @param read makes an object of the parsed value. A thrown error becomes a `DecodeError` with the path `object`.
 */
export function linesFormat(read = (parsed: unknown): unknown => parsed): Format {
  return {
    mediaType: 'application/vnd.lines',
    watch: ({ maxDocumentBytes }) => {
      const lines = linesOf(maxDocumentBytes);

      return {
        push: (chunk, take) => {
          for (const line of lines(chunk)) {
            const [type = '', ...rest] = line.split(' ');
            if (!take({ type, object: encoded(rest.join(' '), read) })) return;
          }
        },
      };
    },
    list: ({ maxDocumentBytes }) => {
      const lines = linesOf(maxDocumentBytes);
      let head: string | undefined;

      return {
        push: (chunk, take) => {
          for (const line of lines(chunk)) {
            if (head === undefined) head = line;
            else take(encoded(line, read));
          }
        },
        end: () => (head === undefined ? undefined : (JSON.parse(head) as unknown)),
      };
    },
    status: (body) => {
      try {
        return JSON.parse(new TextDecoder().decode(body)) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

/** The lines that chunks complete. */
function linesOf(maxBytes: number): (chunk: Uint8Array) => readonly string[] {
  let text = '';

  return (chunk) => {
    text += new TextDecoder().decode(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    if ([...lines, text].some(({ length }) => length > maxBytes)) {
      throw new DecodeError({ problem: 'size', path: '', expected: 'a shorter line' });
    }

    return lines;
  };
}

function encoded(line: string, read: (parsed: unknown) => unknown): EncodedObject {
  const parsed = (): KubeObject => JSON.parse(line) as KubeObject;

  return {
    [encodedBytes]: new TextEncoder().encode(line),
    head: () => {
      const { namespace, name, uid, resourceVersion } = parsed().metadata;

      return { namespace, name, uid, resourceVersion };
    },
    read: () => {
      const object = parsed();
      try {
        return read(object);
      } catch (cause) {
        const { resourceVersion } = object.metadata;
        throw new DecodeError({
          problem: 'object',
          path: 'object',
          expected: 'another object',
          resourceVersion,
          cause,
        });
      }
    },
  };
}
