import { type MonoTypeOperatorFunction, concat, defer, from, mergeMap, of } from 'rxjs';

/** Rewrites a body line by line. The text behind the last line end is a line as well. */
export function editLines(
  edit: (line: string, index: number) => readonly string[],
): MonoTypeOperatorFunction<Uint8Array> {
  return (source) =>
    defer(() => {
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      let rest = '';
      let index = 0;
      const edited = (line: string): readonly Uint8Array[] => {
        const lines = edit(line, index);
        index += 1;

        return lines.map((text) => encoder.encode(`${text}\n`));
      };

      return concat(
        source.pipe(
          mergeMap((chunk) => {
            const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
            rest = lines.pop() ?? '';

            return from(lines.flatMap(edited));
          }),
        ),
        defer(() => (rest === '' ? of() : from(edited(rest)))),
      );
    });
}
