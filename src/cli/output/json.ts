/** JSON on standard output. */
import { writeJson } from '../../client/json.ts';
import type { Io } from '../terminal/io.ts';

/**
 * The JSON text of a value, as the interface wrote it where it comes from there. On a terminal, what that would obey or
 * what turns the direction of writing is written as an escape: the same JSON.
 * @param space characters a level is indented by; 0 puts everything on one line
 */
export function jsonText({ terminal }: Pick<Io, 'terminal'>, value: unknown, space = 0): string {
  const text = writeJson(value, space);
  return terminal.out ? text.replace(obeyed, escaped) : text;
}

/** JSON itself writes the control characters below the space as escapes. */
const obeyed = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
