import { searchGroupKeys, searchModalities, searchScopes, searchSorts } from '../../contract/enums.ts';
import { limits } from '../../contract/limits.ts';
import { within } from '../model/bounds.ts';
import { column } from '../model/columns.ts';
import { createdFlags, pageFlags } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, id, integer, many, needed, number, object, optional, text, url } from '../model/values.ts';
import { resultsText } from '../reading/results.ts';

const searchId = needed(id('ID of the search', { field: 'id' }));

const results = [
  column('score', 'number'),
  column('type'),
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('filename'),
  column('context'),
  column('item_count', 'number', 'items'),
  column('file_id'),
];

const run = defineCommand({
  name: 'search run',
  about:
    'Finds and ranks files, segments, faces or moments (those that criteria found in moments collections). For an answer in words, use deep-search run. A face search needs --source; every other search needs a query.',
  arguments: { query: optional(text('What to look for', { placeholder: 'QUERY' })) },
  flags: {
    collection: many(id('Search this collection', { field: 'collections' })),
    scope: choice(searchScopes, 'What to find (default segment; face with --source)'),
    source: url('URL or URI of a picture of a face', { field: 'source_image.url' }),
    limit: integer(`Maximum number of results, ${within(limits.searchResults)}`),
    filter: object('Filter the files and segments'),
    threshold: number(`Minimum score, ${within(limits.searchThreshold)}`),
    modality: many(
      choice(searchModalities, `Where to search, at most ${limits.searchModalities} values`, {
        field: 'search_modalities',
      }),
    ),
    label: many(text('Search only tags with this label', { field: 'label_filters' })),
    groupBy: choice(searchGroupKeys, 'Group results by this key', { field: 'group_by_key' }),
    sortBy: choice(searchSorts, 'Order of the groups (default score)'),
  },
  examples: [
    { does: 'Where is it said?', line: 'search run "launch date" --collection COLLECTION_ID' },
    {
      does: 'Search tags, grouped by file',
      line: 'search run "goal" --collection COLLECTION_ID --modality tag_lexical --group-by file',
    },
    {
      does: 'Where is this person?',
      line: 'search run --collection COLLECTION_ID --source https://example.com/face.jpg',
    },
  ],
  columns: results,
  plan: ({ scope, source }, { args, flags }) => {
    const found = scope ?? (source === undefined ? 'segment' : 'face');
    return call(
      'search.run',
      { body: { ...flags, scope: found, ...args } },
      { rows: ['results'], text: resultsText },
    );
  },
});

const list = defineCommand({
  name: 'search list',
  flags: { ...createdFlags, ...pageFlags },
  examples: [{ does: 'The latest five', line: 'search list --limit 5' }],
  columns: [
    column('id'),
    column('scope'),
    column('query'),
    column('total', 'number', 'results'),
    column('created_at', 'time', 'created'),
  ],
  plan: (_, { flags: query }) => call('search.list', { query }),
});

const get = defineCommand({
  name: 'search get',
  arguments: { searchId },
  flags: pageFlags,
  examples: [{ does: 'Show the results again', line: 'search get SEARCH_ID' }],
  columns: results,
  plan: (_, { args: params, flags: query }) =>
    call('search.get', { params, query }, { rows: ['results'], text: resultsText }),
});

export const commands = [run, list, get];
