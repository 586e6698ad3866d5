/** Writes JSON to standard output. */
import { writeJson } from '../../client/json/json.ts';
import type { Io } from '../terminal/io.ts';

/**
 * The JSON text of a value, with numbers as the service wrote them. On a terminal, control characters and
 * text direction marks are escaped: the JSON means the same. @param space characters per level of
 * indentation; 0 puts everything on one line
 */
export function jsonText({ terminal }: Pick<Io, 'terminal'>, value: unknown, space = 0): string {
  const text = writeJson(value, space);
  return terminal.out ? text.replace(obeyed, escaped) : text;
}

/** JSON itself escapes control characters below the space. */
const obeyed = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
