import { deepSearchIncludes, deepSearchScopes, deepSearchStatuses } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { MissingError, UsageError } from '../../errors/errors.ts';
import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { emptyList } from '../../model/empty-list.ts';
import {
  createdFlags,
  pageFlags,
  refuseTogether,
  waitFlags,
  waiting,
} from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call } from '../../model/plan.ts';
import { id, integer, many, needed, object, openChoice, text, toggle, within } from '../../model/values.ts';
import { readsAlong, resultsText } from '../../reading/results.ts';
import { narrowing, openFlag, opening } from '../flags/open-result.ts';

const searchId = needed(id('ID of the deep search', { field: 'id' }));
const scope = openChoice(deepSearchScopes, 'What to find (default: the planner chooses)');
const include = many(openChoice(deepSearchIncludes, 'Also return the queries that the planner made'));

const columns = [
  column('score', 'number'),
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('filename'),
  column('type'),
  column('context'),
  column('file_id'),
];

/** How results are shown. */
const results = { rows: ['results'], text: resultsText };

const run = defineCommand({
  name: 'deep-search run',
  about:
    'Searches collections or files, or everything with --everything. Returns results and an answer based on them. With --background the command returns at once; add --wait to wait for the result.',
  arguments: { query: needed(text('Your question', { placeholder: 'QUERY' })) },
  flags: {
    collection: many(id('Search this collection', { field: 'knowledge_base.collections' })),
    file: many(id('Search this file', { field: 'knowledge_base.files' })),
    everything: toggle('Search everything in the account', { field: 'knowledge_base.source' }),
    filter: object('Filter the files of the collections', { field: 'knowledge_base.filter' }),
    scope,
    limit: integer(`Maximum number of results, ${within(limits.deepSearchResults)}`),
    excludeWeakResults: toggle('Leave out weak results'),
    include,
    background: toggle('Return at once and search in the background'),
    ...openFlag,
    ...waitFlags,
  },
  examples: [
    {
      does: 'Ask a collection',
      line: 'deep-search run "When is the launch date named?" --collection COLLECTION_ID',
    },
    {
      does: 'Ask, and play the first result',
      line: 'deep-search run "When is the launch date named?" --collection COLLECTION_ID --open 1',
    },
    {
      does: 'Search in the background and wait',
      line: 'deep-search run "budget" --collection COLLECTION_ID --background --wait',
    },
  ],
  columns,
  plan: (input, { args, flags }) => {
    const body = { ...args, ...flags, knowledge_base: knowledgeBase(input) };
    return call(
      'deep-search.run',
      { body },
      {
        ...results,
        ...opening(input, {
          collections: input.collection,
          files: input.file,
          narrowed: narrowing(input),
        }),
        ...(input.background ? {} : readAlong(body)),
        ...waiting<{ id: string }>(input, 'deep-search', ({ id }) => ({ params: { id } })),
      },
    );
  },
});

/** On a terminal, writes the answer and the results as they arrive. */
function readAlong(body: object): Pick<CallPlan, 'before' | 'text'> {
  let wasShown = false;
  return {
    async before(session) {
      if (!readsAlong(session)) return undefined;
      const { streamSearch } = await import('../../reading/stream-search.ts');
      const { search, shown } = await streamSearch(session, body);
      wasShown = shown;
      return search;
    },
    text: (session, answer) => (wasShown ? '' : resultsText(session, answer)),
  };
}

interface Where {
  readonly collection: string[] | undefined;
  readonly file: string[] | undefined;
  readonly everything: boolean | undefined;
  readonly filter: object | undefined;
}

function knowledgeBase({ collection, file, everything, filter }: Where) {
  refuseTogether({ collection, file, everything });
  if (filter && !collection) throw new UsageError('--filter goes with --collection');
  if (collection)
    return { source: 'collections' as const, collections: collection, ...(filter ? { filter } : {}) };
  if (file) return { source: 'files' as const, files: file };
  if (everything) return { source: 'default' as const };
  const places = ['collection', 'file', 'everything'];
  throw new MissingError(places, 'Choose where to search: --collection ID, --file ID or --everything', {
    next: 'vau collection list',
  });
}

const listOf = {
  what: 'deep searches',
  first: 'Ask one: vau deep-search run QUERY',
  all: 'deep-search list',
};

const list = defineCommand({
  name: 'deep-search list',
  flags: {
    status: openChoice(deepSearchStatuses, 'Only those with this status'),
    ...createdFlags,
    ...pageFlags,
  },
  examples: [{ does: 'Searches in progress', line: 'deep-search list --status in_progress' }],
  columns: [
    column('id'),
    column('status'),
    column('query'),
    column('total', 'number', 'results'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('deep-search.list', { query }, { none: emptyList(query, listOf) }),
});

const get = defineCommand({
  name: 'deep-search get',
  arguments: { searchId },
  flags: { include, ...openFlag },
  examples: [
    { does: 'Show the results again', line: 'deep-search get SEARCH_ID' },
    { does: 'Play the second result', line: 'deep-search get SEARCH_ID --open 2' },
  ],
  columns,
  plan: (input, { args: params, flags: query }) =>
    call('deep-search.get', { params, query }, { ...results, ...opening(input) }),
});

const cancel = defineCommand({
  name: 'deep-search cancel',
  about: 'A deep search that has already ended is returned unchanged; this is not an error.',
  arguments: { searchId },
  examples: [{ does: 'Cancel a search', line: 'deep-search cancel SEARCH_ID' }],
  columns,
  plan: (_, { args: params }) =>
    call(
      'deep-search.cancel',
      { params },
      {
        rows: ['results'],
        none: '',
        after: (session, answer) => {
          const status = String(at(answer, 'status'));
          if (['completed', 'failed'].includes(status))
            session.note(`Nothing was cancelled: the deep search had already ended (${status})`);
        },
      },
    ),
});

const remove = defineDeletion({
  command: 'deep-search delete',
  argument: { searchId },
  kind: 'deep search',
  name: 'query',
  effect: () => 'Its answer and results are deleted too; the files remain.',
});

export const commands = [run, list, get, cancel, remove];
