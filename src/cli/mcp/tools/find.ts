/** Searching and asking. */
import * as z from 'zod';
import { operations } from '../../../contract/index.ts';
import { searchScopes } from '../../../contract/values/enums.ts';
import { type Answer, Refusal } from '../result.ts';
import { type Call, collectionsOf, gapsIn, idOf, pick, short, tool } from '../tool.ts';
import { waitCall } from './status.ts';

const body = operations['search.run'].body.shape;
const names = () => z.array(z.string()).min(1).optional();

/** The faces of a picture are for `call`: a picture does not belong into the context of a language model. */
const scopes = searchScopes.filter((scope) => scope !== 'face');

export const search = tool({
  name: 'search',
  description:
    'Find places in films by words or meaning: file, seconds, quote, link. For a list of places; for an answer use ask.',
  input: z.object({
    query: z.string().min(1),
    collections: names().describe('Default: all'),
    scope: z.enum(scopes).default('segment'),
    limit: body.limit,
    search_modalities: body.search_modalities,
  }),
  sends: ['search.run'],
  async run({ query, collections, scope, limit, search_modalities }, call) {
    const { client, signal } = call;
    const ids = collections
      ? await idsOf(call, 'collection_id', collections)
      : await allCollections(call, scope);
    const found = await client.call(
      'search.run',
      {
        body: { query, collections: ids, scope, limit, ...(search_modalities ? { search_modalities } : {}) },
      },
      { signal },
    );
    return {
      summary: foundText(found.results.length),
      head: { id: found.id, ...gapsIn(found) },
      items: found.results.map(placeOf),
    };
  },
});

const foundText = (count: number): string =>
  count === 0
    ? 'Nothing was found. Say so; do not guess.'
    : `${count} result${count === 1 ? '' : 's'}, best first. Times are seconds of the file.`;

export const ask = tool({
  name: 'ask',
  description:
    'Answer a question from films: an answer in quotes, and the places it rests on, each with file, second and a link that plays there.',
  input: z.object({
    question: z.string().trim().min(1),
    collections: names(),
    files: names().describe('Instead of collections; default: all that is there'),
    limit: operations['deep-search.run'].body.shape.limit,
  }),
  sends: ['deep-search.run', 'deep-search.get'],
  async run({ question, collections, files, limit }, call) {
    if (collections && files) throw new Refusal('Give collections or files, not both.', 'bad_request');
    const { client, signal } = call;
    const knowledge_base = collections
      ? { source: 'collections' as const, collections: await idsOf(call, 'collection_id', collections) }
      : files
        ? { source: 'files' as const, files: await idsOf(call, 'file_id', files) }
        : { source: 'default' as const };
    const found = await client.call(
      'deep-search.run',
      { body: { query: question, knowledge_base, limit } },
      { signal },
    );
    const answer = found.text ?? '';
    const { results } = found;
    const isDone = found.status === 'completed';
    return {
      summary: isDone ? foundText(results?.length ?? 0) : 'It is not done yet, or it failed.',
      head: {
        id: found.id,
        status: found.status,
        answer: short(answer, 700),
        ...(found.error ? { error: short(found.error.message, 300) } : {}),
        ...gapsIn(found),
      },
      items: [...(answer.length > 700 ? [{ whole_answer: answer }] : []), ...(results ?? []).map(placeOf)],
      next:
        isDone || found.status === 'failed'
          ? undefined
          : waitCall({ kind: 'deep-search', params: { id: found.id } }),
    } satisfies Answer;
  },
});

const idsOf = (call: Call, field: 'collection_id' | 'file_id', texts: readonly string[]): Promise<string[]> =>
  Promise.all(texts.map((text) => idOf(call, field, text)));

/** The collections in which a search of this scope can look. @throws Refusal if there is none */
async function allCollections(call: Call, scope: string): Promise<string[]> {
  const able: string[] = [];
  let there = false;
  for await (const { id, type } of collectionsOf(call)) {
    there = true;
    if (scope !== 'moment' || type === 'moments') able.push(id);
  }
  if (able.length > 0) return able;
  if (there)
    throw new Refusal(
      'There is no collection of the type moments: scope moment searches those.',
      'not_found',
      {
        next: { tool: 'status', arguments: {} },
      },
    );
  throw new Refusal('There is no collection yet: nothing can be searched.', 'not_found', {
    next: { tool: 'add_media', arguments: { paths: ['.'], collection: 'Films' } },
  });
}

const placeFields = [
  ...['type', 'file_id', 'collection_id', 'filename', 'start_time', 'end_time', 'score', 'context', 'title'],
  ...['confidence', 'criterion_name', 'reason', 'picture'],
];

/** A place in a film, with the link that plays it there. */
function placeOf(result: unknown): Record<string, unknown> {
  const { media_url, start_time = 0 } = (result ?? {}) as { media_url?: unknown; start_time?: number };
  return {
    ...pick(result, placeFields),
    ...(typeof media_url === 'string' ? { watch: `${media_url}#t=${Math.floor(start_time)}` } : {}),
  };
}
