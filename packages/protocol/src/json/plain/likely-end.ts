/** Guesses nothing: each item of a list is read to its end. */
export class LikelyEnd {
  begin(_chunk: Uint8Array): void {
    // There is nothing to prepare.
  }

  find(_start: number): number | undefined {
    return undefined;
  }

  text(_start: number, _end: number): string {
    return '';
  }

  learn(_wasRight: boolean): void {
    // There is nothing to learn.
  }
}
