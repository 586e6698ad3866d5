/** Shows one resource, a field per line. */

import { type Format, formatOf } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf, textWidth } from '../terminal/text-width.ts';
import { formatValue } from './format.ts';

type Line = readonly [name: string, value: unknown, format: Format];

/** Names are padded to the longest one, up to this many characters. A longer path is cut at its start. */
const mostWide = 100;
const longestPath = 1000;

/** Every field with its value, nested ones by their dotted path; empty fields are omitted. */
export function detail(io: Io, thing: unknown): string {
  const reader = io.terminal.out ? 'person' : 'program';
  const lines: Line[] = [];
  let width = 0;
  eachField(thing, '', (path, value) => {
    if (value === undefined || value === null) return;
    const name = clean(path);
    width = Math.max(width, Math.min(mostWide, name.length));
    lines.push([name, value, formatOf(path, value)]);
  });
  let text = '';
  for (const [name, value, format] of lines) {
    const label = io.paint('out', 'bold', name.padEnd(width));
    text += `${label}  ${fitted(io, formatValue(value, format, reader), width + 2)}`.trimEnd();
    text += '\n';
  }
  return text;
}

/** Least room for values beside their names: in less, the terminal breaks them as it likes. */
const leastRoom = 20;

/** On a terminal, a value in lines of whole words, each below the first one. @param indent columns before it */
function fitted({ columns }: Io, text: string, indent: number): string {
  const room = (columns ?? 0) - indent;
  if (room < leastRoom || textWidth(text) <= room) return text;
  // What can be copied stays whole: an address or a token that the terminal breaks is one line there.
  if (text.split(' ').some((word) => textWidth(word) > room)) return text;
  return linesOf(text, room).join(`\n${' '.repeat(indent)}`);
}

/** Calls `visit` with each value without fields of its own, and its path. */
function eachField(value: unknown, path: string, visit: (path: string, value: unknown) => void): void {
  if (!isBranch(value)) visit(path, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) eachField(item, short(`${path}[${index}]`), visit);
  else
    for (const [name, item] of Object.entries(value))
      eachField(item, short(path ? `${path}.${name}` : name), visit);
}

const short = (path: string): string => (path.length > longestPath ? `…${path.slice(-longestPath)}` : path);

/** True for a value with fields of its own; a list of plain values stays on one line. */
function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null);
}
