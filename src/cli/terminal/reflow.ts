import { textWidth } from './text-width.ts';

/**
 * Lines that break between words: what is left of a line goes on below, as far to the right as it began. A word that is
 * longer than a line stays whole.
 * @param columns of the terminal
 */
export const reflow = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => broken(line, columns))
    .join('\n');

function broken(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let current = '';
  // Each word with the spaces before it: two of them separate the parts of a line.
  for (const part of line.slice(indent.length).match(/ *[^ ]+/g) ?? []) {
    if (current !== '' && textWidth(indent + current + part) > columns) {
      lines.push(indent + current);
      current = part.trimStart();
    } else current += part;
  }
  return [...lines, indent + current].join('\n');
}
