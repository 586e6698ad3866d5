/** Messages to people, as they stand on a terminal. */
import { cleanLines } from './clean.ts';
import type { Io } from './io.ts';
import { textWidth } from './text-width.ts';

/**
 * A message, made safe. On a terminal its lines break between words, and a command at the end of a line stays whole, so that it
 * can be copied; elsewhere lines are as long as they are.
 */
export function messageText({ terminal, columns }: Io, text: string): string {
  const safe = cleanLines(text);
  if (!terminal.err || columns === undefined) return safe;
  return safe
    .split('\n')
    .map((line) => broken(line, columns))
    .join('\n');
}

function broken(line: string, columns: number): string {
  // What is laid out in columns stays as it is.
  if (textWidth(line) <= columns || /^ | {2}/.test(line)) return line;
  // A sentence may go on after a command; then it is not the end of the line.
  const [, prose = line, command] = /^(.*?:) (vau (?:(?!, |\. ).)*)$/.exec(line) ?? [];
  const words = [...prose.split(' '), ...(command === undefined ? [] : [command])];
  let used = 0;
  const parts = words.map((word, index) => {
    const wide = textWidth(word);
    const before = index === 0 ? '' : used + 1 + wide <= columns ? ' ' : '\n';
    used = before === ' ' ? used + 1 + wide : wide;
    return before + word;
  });
  return parts.join('');
}
