/** One thing, a field a line. */

import { type Format, formatOf } from '../model/columns.ts';
import type { Io } from '../terminal/io.ts';
import { clean, formatValue } from './format.ts';

type Line = readonly [name: string, value: unknown, format: Format];

/** Every field of a thing with its value, nested ones by their dotted path; fields without a value are left out. */
export function detail(io: Io, thing: unknown): string {
  const lines = [...fieldsOf(thing, '')]
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, ...rest]): Line => [clean(name), ...rest]);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const reader = io.terminal.out ? 'person' : 'program';
  return lines
    .map(([name, value, format]) => {
      const label = io.paint('out', 'bold', name.padEnd(width));
      return `${label}  ${formatValue(value, format, reader)}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}

function* fieldsOf(value: unknown, path: string): Generator<Line> {
  if (isBranch(value)) {
    const inside = Array.isArray(value)
      ? value.map((item, index) => [`${path}[${index}]`, item] as const)
      : Object.entries(value).map(([name, item]) => [path ? `${path}.${name}` : name, item] as const);
    for (const [name, item] of inside) yield* fieldsOf(item, name);
  } else yield [path, value, formatOf(path, value)];
}

/** True for what has fields of its own to show; a list of plain values stays on one line. */
function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null);
}
