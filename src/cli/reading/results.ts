/**
 * What people read instead of JSON: responses of the API come in; text for a terminal goes out. Here the results of a
 * search: the answer, then time, file and quote of each; beside it cards, transcripts and subtitles.
 */

import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { formatValue } from '../output/format.ts';
import type { Io } from '../terminal/io.ts';
import { linesIn, linked, timeText, widthOf } from './lay-out.ts';
import { addressOf, itemsIn, nameOf, secondOf, textAt, wordsIn } from './result-items.ts';

// Marks the words of a query in a text.

const common = new Set(
  'the and for with what when where which who whom how why was were are does did this that from about into has have had'.split(
    ' ',
  ),
);

/** @param mark wraps a word that was found: it begins like a word of the query, without that word's ending */
function markFound(text: string, query: string, mark: (word: string) => string): string {
  const stems = wordsOf(query)
    .filter((word) => word.length > 2 && !common.has(word))
    .map((word) => word.replace(/(?<=.{3})(ing|ed|es|s)$/, ''));
  if (stems.length === 0) return text;
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    stems.some((stem) => word.toLowerCase().startsWith(stem)) ? mark(word) : word,
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Lines of a quote that are shown. */
const mostLines = 4;

/**
 * The reading layout of a search or a deep search; undefined without a terminal, and for a response of another shape,
 * such as a search in progress.
 */
export function resultsText(session: Session, answer: unknown): string | undefined {
  const { io } = session;
  const items = itemsIn(answer);
  if (!io.terminal.out || items.length === 0) return undefined;
  const query = at(answer, 'query');
  const said = at(answer, 'text');
  const looks = { query: typeof query === 'string' ? query : '', digits: String(items.length).length };
  const blocks = items.map((item, index) => resultBlock(session, item, index + 1, looks));
  const head = typeof said === 'string' && said !== '' ? [`${answerLines(said, widthOf(io))}\n`] : [];
  return [...head, ...blocks, nextLine(session, answer)].join('\n');
}

/** True if a person reads what the command prints, as it is. */
export const readsAlong = ({ io, output, flags }: Session): boolean =>
  io.terminal.out && output === 'table' && flags.query === undefined && flags.fields === undefined;

const answerLines = (said: string, width: number): string =>
  said
    .split('\n')
    .map((line) => linesIn(line, width).join('\n'))
    .join('\n');

/** How results look: the words to mark, and the width of their numbers. */
export interface Looks {
  readonly query: string;
  readonly digits: number;
}

/** One result: its number, time and file, then its quote, then an empty line. With --wide also its ids and address. */
export function resultBlock(
  { io, flags }: Session,
  item: unknown,
  number: number,
  { query, digits }: Looks,
): string {
  const address = addressOf(item);
  const second = secondOf(item);
  const name = io.paint('out', 'bold', nameOf(item));
  const where =
    second === undefined ? [linked(io, name, address)] : [linked(io, timeText(second), address), name];
  const head = [String(number).padStart(digits), ...where].join('  ');
  const indent = ' '.repeat(digits + 2);
  const all = linesIn(
    wordsIn(item) ?? seenIn(item) ?? textAt(item, 'summary') ?? '',
    widthOf(io) - indent.length,
  );
  const shown = all.length > mostLines ? [...all.slice(0, mostLines - 1), `${all[mostLines - 1]} …`] : all;
  const mark = (word: string) => io.paint('out', ['bold', 'underline'], word);
  const quote = shown.map((line) => markFound(line, query, mark));
  const more = flags.wide ? wideLines(io, item, address) : [];
  return [head, ...[...quote, ...more].map((line) => `${indent}${line}`), ''].join('\n');
}

/** The frame that shows what was asked for, where no words do; undefined if there is none. */
function seenIn(item: unknown): string | undefined {
  const picture = at(item, 'picture');
  const [time, model] = [at(picture, 'time'), textAt(picture, 'model')];
  return typeof time !== 'number' || model === undefined
    ? undefined
    : `In the picture at ${timeText(time)} (${model})`;
}

/** Its ids, its score and its address. */
function wideLines(io: Io, item: unknown, address: string | undefined): string[] {
  const fields = ['file_id', 'segment_id', 'collection_id', 'score'].flatMap((field) => {
    const value = at(item, field);
    return value === undefined || value === null ? [] : [`${field} ${formatValue(value)}`];
  });
  return [...fields, ...(address === undefined ? [] : [address])].map((line) => io.paint('out', 'dim', line));
}

/** What to do with a result next. */
export function nextLine({ io, flags }: Session, answer: unknown): string {
  const [first] = itemsIn(answer);
  const [file, segment] = [textAt(first, 'file_id'), textAt(first, 'segment_id')];
  const [id, kind] = [textAt(answer, 'id'), at(answer, 'object') === 'search' ? 'search' : 'deep-search'];
  if (flags.wide && file !== undefined) {
    const part = segment === undefined ? '' : ` --segment-id ${segment}`;
    return `${io.paint('out', 'dim', `Share the first: vau share create ${file}${part}`)}\n`;
  }
  if (id === undefined) return '';
  const again = `vau ${kind} get ${id}`;
  const play = addressOf(first) === undefined ? [] : [`Play one: ${again} --open 1`];
  return [...play, `With ids: ${again} --wide`].map((line) => `${io.paint('out', 'dim', line)}\n`).join('');
}
