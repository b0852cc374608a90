/**
 * A table of Markdown, laid out as Prettier lays it out.
 *
 * @param {readonly string[]} head a title that begins with a minus is aligned to the right
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const titles = head.map((title) => title.replace(/^-/u, ''));
  const isRight = head.map((title) => title.startsWith('-'));
  const widths = titles.map((title, at) =>
    Math.max(3, title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${widths
      .map((width, at) => {
        const cell = cells[at] ?? '';

        return isRight[at] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(' | ')} |`;
  const rule = `| ${widths
    .map((width, at) => (isRight[at] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
    .join(' | ')} |`;

  return [line(titles), rule, ...rows.map(line)].join('\n');
}
