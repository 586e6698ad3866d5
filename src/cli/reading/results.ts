/** The results of a search for people: the answer, then time, file and quote of each result. */
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { markFound } from './found-words.ts';
import { linesIn, linked, timeText, widthOf } from './lay-out.ts';

/** Lines of a quote that are shown. */
const mostLines = 4;

/**
 * The reading layout of a search or a deep search; undefined without a terminal, and for a response of another shape,
 * such as a search in progress.
 */
export function resultsText({ io }: Session, answer: unknown): string | undefined {
  const results = at(answer, 'results');
  if (!io.terminal.out || !Array.isArray(results) || results.length === 0) return undefined;
  const query = at(answer, 'query');
  const said = at(answer, 'text');
  const items = (results as readonly unknown[]).flatMap(itemsOf);
  const blocks = items.map((item, index) =>
    block(io, item, index + 1, String(items.length).length, typeof query === 'string' ? query : ''),
  );
  const head = typeof said === 'string' && said !== '' ? [`${answerLines(said, widthOf(io))}\n`] : [];
  return [...head, ...blocks, nextLine(io, items[0])].join('\n');
}

/** A group stands for the items in it. */
function itemsOf(result: unknown): readonly unknown[] {
  const items = at(result, 'matched_items');
  return Array.isArray(items) ? items : [result];
}

const answerLines = (said: string, width: number): string =>
  said
    .split('\n')
    .map((line) => linesIn(line, width).join('\n'))
    .join('\n');

function block(io: Io, item: unknown, number: number, digits: number, query: string): string {
  const text = (field: string) => {
    const value = at(item, field);
    return typeof value === 'string' && value !== '' ? clean(value) : undefined;
  };
  const time = at(item, 'start_time') ?? at(item, 'timestamp');
  const when = typeof time === 'number' ? [linked(io, timeText(time), at(item, 'thumbnail_url'))] : [];
  const name = text('filename') ?? text('title') ?? text('file_id') ?? '';
  const head = [String(number).padStart(digits), ...when, io.paint('out', 'bold', name)].join('  ');
  const indent = ' '.repeat(digits + 2);
  const all = linesIn(text('context') ?? text('summary') ?? '', widthOf(io) - indent.length);
  const shown = all.length > mostLines ? [...all.slice(0, mostLines - 1), `${all[mostLines - 1]} …`] : all;
  const mark = (word: string) => io.paint('out', ['bold', 'underline'], word);
  return [head, ...shown.map((line) => `${indent}${markFound(line, query, mark)}`), ''].join('\n');
}

/** The command that shares the first result. */
function nextLine(io: Io, item: unknown): string {
  const [file, segment] = [at(item, 'file_id'), at(item, 'segment_id')];
  if (typeof file !== 'string') return '';
  const part = typeof segment === 'string' ? ` --segment-id ${clean(segment)}` : '';
  return `${io.paint('out', 'dim', `Share the first: vau share create ${clean(file)}${part}`)}\n`;
}
