import { limits } from '../../../../contract/index.ts';
import type { FilterFile } from '../filter.ts';
import { toNumber } from '../filter-values.ts';

/** The parts of a filter. */
export type Part = 'file' | 'metadata' | 'video_info' | 'source_metadata';

/** A value of a file that filters compare: a number if it reads as one, otherwise its text. */
export interface FileValue {
  readonly part: Part;
  readonly path: string;
  /** Undefined if only the check by value can compare it: an object, a long text. */
  readonly value: number | string | undefined;
}

/** Longer texts are not indexed. In characters. */
const LONGEST = 500;

/** Texts that SQLite keeps or compares differently: with NUL, half a character, or one that grows in lower case. */
const UNUSUAL = /[\0\p{Cs}İ]/u;

const JSON_PARTS = ['metadata', 'video_info', 'source_metadata'] as const;

/** All values of a file, with their paths. */
export function valuesOf(file: FilterFile): FileValue[] {
  const { id, bytes, filename, created_at } = file;
  const found: FileValue[] = [];
  const own = { id, bytes, filename, created_at, uri: `vau://files/${id}` };
  for (const [path, value] of Object.entries(own)) walk(value, 'file', path, found);
  for (const part of JSON_PARTS) {
    const text = file[part];
    if (text !== null) fields(JSON.parse(text), part, undefined, found);
  }
  return found;
}

function fields(node: object, part: Part, path: string | undefined, found: FileValue[]): void {
  for (const [key, value] of Object.entries(node)) {
    const below = path === undefined ? key : `${path}.${key}`;
    // No filter can name these.
    if (key.includes('.') || below.length > limits.filter.pathCharacters) continue;
    walk(value, part, below, found);
  }
}

/** Arrays have no path of their own: their elements are values of the same path. */
function walk(node: unknown, part: Part, path: string, found: FileValue[]): void {
  if (node === null || node === undefined) return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, part, path, found);
  } else if (typeof node === 'object') {
    found.push({ part, path, value: undefined });
    fields(node, part, path, found);
  } else {
    found.push({ part, path, value: comparable(String(node)) });
  }
}

function comparable(text: string): number | string | undefined {
  return toNumber(text) ?? (text.length > LONGEST || UNUSUAL.test(text) ? undefined : text);
}

/** A text in lower case, if SQLite would not find it by ignoring case: SQLite knows A to Z only. */
export function foldedText(text: string): string | undefined {
  const folded = text.toLowerCase();
  return folded === text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ? undefined : folded;
}
