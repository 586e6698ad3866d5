/** Writes JSON to standard output. */
import { writeJson } from '../../client/json/json.ts';
import type { Page } from '../../client/pages.ts';
import { at, withAt } from '../model/columns.ts';
import type { Io } from '../terminal/io.ts';

/** Size of a list, in characters, up to which nothing is written before its last page has arrived. */
const mostHeld = 4 * 1024 * 1024;

/**
 * Writes the rows of all pages inside the first response. A short list is written at the end, so that nothing is
 * written if a page fails.
 */
export async function writeList(io: Io, pages: AsyncIterable<Page>): Promise<void> {
  let first: Page | undefined;
  let frame: Frame | undefined;
  let held = '';
  let count = 0;
  for await (const page of pages) {
    first ??= page;
    frame ??= frameOf(io, first, expectedRows(first));
    held += `${count === 0 ? frame.head : ''}${frame.rows(page.rows, count > 0)}`;
    count += page.rows.length;
    if (held.length < mostHeld) continue;
    io.out(held);
    held = '';
    // Stop when the reader has closed the pipe: later pages are not needed.
    if (await io.gone()) return;
  }
  if (!first) return;
  if (count === 0) return io.out(`${jsonText(io, completeList(first, []), 2)}\n`);
  io.out(`${held}${frameOf(io, first, count).tail}\n`);
}

/** The text around the rows. */
interface Frame {
  readonly head: string;
  readonly tail: string;
  rows(rows: readonly unknown[], follow: boolean): string;
}

/** @param count number of all rows */
function frameOf(io: Io, page: Page, count: number): Frame {
  const mark = crypto.randomUUID();
  const [head = '', tail = ''] = jsonText(io, completeList(page, [mark], count), 2).split(`"${mark}"`);
  const line = head.slice(head.lastIndexOf('\n'));
  return {
    head,
    tail,
    rows: (rows, follow) =>
      rows
        .map((row, index) => {
          const text = jsonText(io, row, 2).replaceAll('\n', line);
          return index > 0 || follow ? `,${line}${text}` : text;
        })
        .join(''),
  };
}

/** The number of all rows, as far as the first response says it: some lists have their limit before their rows. */
function expectedRows({ answer, path, rows }: Page): number {
  const names = path.split('.').slice(0, -1);
  const total = at(answer, [...names, 'total'].join('.'));
  const offset = at(answer, [...names, 'offset'].join('.'));
  return typeof total === 'number' ? total - (typeof offset === 'number' ? offset : 0) : rows.length;
}

/** The first response with the rows of all pages. A complete list has no next page. */
export function completeList(
  { answer, path }: Page,
  rows: readonly unknown[],
  count: number = rows.length,
): unknown {
  const names = path.split('.').slice(0, -1);
  const put = (value: unknown, name: string, inside: unknown) => {
    const target = [...names, name].join('.');
    return at(value, target) === undefined ? value : withAt(value, target, inside);
  };
  return put(put(withAt(answer, path, rows), 'limit', count), 'next_cursor', undefined);
}

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
