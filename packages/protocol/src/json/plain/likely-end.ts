/** Guesses nothing: each item of a list is read to its end. */
export class LikelyEnd {
  begin(): void {
    // There is nothing to prepare.
  }

  find(): number | undefined {
    return undefined;
  }

  text(): string {
    return '';
  }

  learn(): void {
    // There is nothing to learn.
  }
}
