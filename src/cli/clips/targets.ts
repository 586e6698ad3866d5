/** What `vau clip` was asked to cut: spans of files, results of searches, moments. */
import { ApiError } from '../../client/errors.ts';
import { everyPage } from '../../client/pages.ts';
import type { OperationId } from '../../contract/index.ts';
import { namedKinds } from '../../contract/values/names.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import { secondsOf } from '../model/place.ts';
import type { Session } from '../model/session.ts';
import { absent } from '../names/absent.ts';
import { isName } from '../names/may-be-name.ts';
import { idOf } from '../names/with-ids.ts';
import { itemsIn, nameOf, textAt } from '../reading/result-items.ts';

/** A span to cut, in seconds of its file. */
export interface Found {
  readonly fileId: string;
  readonly start: number;
  /** Undefined for the rest of the file. */
  readonly end: number | undefined;
  /** What a title card says of it. */
  readonly title: string | undefined;
  /** Where it was found: the id of a moment, or of a result. */
  readonly foundId?: string | undefined;
}

/** How much is cut around a result that has one time only, such as a face, in seconds to either side. */
const AROUND = 2;

/**
 * The spans that words name, in order: `FILE@12-20`, a file, a search, a deep search, a run of a criterion, or a moment.
 * @throws UsageError for a range that is none; CliError (exit 5) for what does not exist
 */
export async function foundBy(session: Session, words: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const word of words) {
    const { name, range } = parted(word);
    if (range) found.push({ fileId: await fileIdOf(session, name), ...range, title: undefined });
    else if (isName(name))
      found.push({ fileId: await fileIdOf(session, name), start: 0, end: undefined, title: undefined });
    else found.push(...(await foundById(session, name)));
  }
  return found;
}

/** The spans of a search's results or of a list of moments; what has no time is left out. */
export function foundIn(answer: unknown): Found[] {
  const moments = at(answer, 'moments');
  return (Array.isArray(moments) ? (moments as readonly unknown[]) : itemsIn(answer)).flatMap(spanOf);
}

function spanOf(item: unknown): Found[] {
  const [fileId, start, end, time] = ['file_id', 'start_time', 'end_time', 'timestamp'].map((field) =>
    at(item, field),
  );
  if (typeof fileId !== 'string') return [];
  const about = {
    fileId,
    title:
      textAt(item, 'title') ?? textAt(item, 'generated_title') ?? textAt(item, 'context') ?? nameOf(item),
    foundId: textAt(item, 'moment_id') ?? textAt(item, 'id'),
  };
  if (typeof start === 'number' && typeof end === 'number' && end > start) return [{ ...about, start, end }];
  const point = start ?? time;
  return typeof point === 'number'
    ? [{ ...about, start: Math.max(0, point - AROUND), end: point + AROUND }]
    : [];
}

/** `talk.mp4@1:02-1:10.5` in its parts. */
function parted(word: string): { name: string; range?: { start: number; end: number } } {
  const [, name = '', from = '', to = ''] = /^(.+)@([\d:.]+)-([\d:.]+)$/.exec(word) ?? [];
  if (name === '') return { name: word };
  const [start, end] = [secondsOf(from), secondsOf(to)];
  const wrong = start === undefined || end === undefined;
  if (wrong || end <= start)
    throw new UsageError(
      `${JSON.stringify(word)}: ${wrong ? `${from}-${to} is not a range` : 'the range must end after it starts'}`,
      {
        hint: 'Write FILE@START-END, in seconds or as h:mm:ss: talk.mp4@12-20.5, talk.mp4@1:02-1:10.',
      },
    );
  return { name, range: { start, end } };
}

async function fileIdOf(session: Session, name: string): Promise<string> {
  if (!isName(name)) return name;
  const client = await session.client();
  const kind = namedKinds.file_id;
  const id = await idOf({ session, client, strict: false, skip: () => false }, kind, name);
  if (id === undefined) throw await absent(client, kind, name, session.signal);
  return id;
}

/** What an id may be of, in the order in which it is asked for. */
const kinds: readonly [OperationId, param: string][] = [
  ['file.get', 'file_id'],
  ['search.get', 'id'],
  ['deep-search.get', 'id'],
  ['find-moments.get', 'job_id'],
];

async function foundById(session: Session, id: string): Promise<Found[]> {
  for (const [operation, param] of kinds) {
    const answer = await present(session, operation, { [param]: id });
    if (answer === undefined) continue;
    if (operation === 'file.get') return [{ fileId: id, start: 0, end: undefined, title: undefined }];
    if (operation === 'search.get') return foundIn(await wholeSearch(session, id));
    const url = at(answer, 'url');
    const fileId = typeof url === 'string' ? /^vau:\/\/files\/([^/?#]+)$/.exec(url)?.[1] : undefined;
    return foundIn(fileId === undefined ? answer : { moments: withFile(at(answer, 'moments'), fileId) });
  }
  const moment = await momentById(session, id);
  if (moment) return spanOf(moment);
  throw new CliError(`There is no file, search or moment ${id}`, exit.notFound, 'not_found', {
    hint: 'Give a file, FILE@START-END, or the ID of a search, of a find-moments run or of a moment.',
    next: 'vau file list',
  });
}

const withFile = (moments: unknown, file_id: string): object[] =>
  Array.isArray(moments) ? (moments as readonly object[]).map((moment) => ({ ...moment, file_id })) : [];

/** The answer; undefined if there is no such thing. */
async function present(
  session: Session,
  operation: OperationId,
  params: Record<string, string>,
): Promise<unknown> {
  const client = await session.client();
  try {
    return await client.send(operation, { params }, { signal: session.signal });
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** All results of a search. */
async function wholeSearch(session: Session, id: string): Promise<{ results: unknown[] }> {
  const client = await session.client();
  const fetch = (query: object) =>
    client.send('search.get', { params: { id }, query: { ...query } }, { signal: session.signal });
  const results: unknown[] = [];
  for await (const { rows } of everyPage(fetch, { limit: 100 }, ['results'])) results.push(...rows);
  return { results };
}

/** A moment of any moments collection. */
async function momentById(session: Session, id: string): Promise<unknown> {
  const client = await session.client();
  const { signal } = session;
  const collections = everyPage((query) => client.send('collection.list', { query }, { signal }), {
    limit: 100,
  });
  for await (const { rows } of collections)
    for (const collection of rows.filter((one) => at(one, 'collection_type') === 'moments')) {
      const params = { collection_id: String(at(collection, 'id')) };
      const pages = everyPage(
        (query) => client.send('moment.list', { params, query }, { signal }),
        { limit: 100 },
        ['moments'],
      );
      for await (const page of pages) {
        const found = page.rows.find((moment) => at(moment, 'moment_id') === id);
        if (found) return found;
      }
    }
  return undefined;
}
