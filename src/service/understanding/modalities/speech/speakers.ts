import type { LineOf } from '../port.ts';

/** Lines with the names that their speakers were given. @param names by label */
export function withNames<Line extends LineOf[keyof LineOf]>(
  lines: readonly Line[],
  names: Readonly<Record<string, string>> = {},
): Line[] {
  return lines.map((line) => {
    const name = 'speaker' in line && line.speaker !== undefined ? names[line.speaker] : undefined;
    return name === undefined ? line : { ...line, speaker: name };
  });
}
