/** Widths of texts on a terminal. */
import stringWidth from 'string-width';

/** Columns that a text takes: East Asian wide characters and emoji take two, combining marks and styles none. */
export const textWidth = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);

/** Breaks a text into lines of at most `width` columns, between words; a longer word is broken. */
export function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter(Boolean)) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = '';
    }
    const parts = partsOf(word, width);
    line = line === '' ? (parts.pop() ?? '') : `${line} ${parts.pop() ?? ''}`;
    lines.push(...parts);
  }
  return line === '' ? lines : [...lines, line];
}

/** A word in parts of at most `width` columns. */
function partsOf(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (part !== '' && textWidth(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

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
