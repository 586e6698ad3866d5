/**
 * Commands that look for something in films: search, deep search, chat, moments, entities and SQL queries. A question
 * or a criterion comes in; the plan of an operation goes out, and how its results are shown.
 */

import {
  searchGroupKeys,
  searchModalities,
  searchScopes,
  searchSorts,
} from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { column } from '../../model/columns.ts';
import { createdFlags, pageFlags, refuseTogether } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call } from '../../model/plan.ts';
import {
  id,
  integer,
  many,
  needed,
  number,
  object,
  openChoice,
  optional,
  picture,
  text,
  url,
  within,
} from '../../model/values.ts';
import { resultsText } from '../../reading/results.ts';
import { clipFlags, clipping } from '../flags/clip-results.ts';
import { narrowing, openFlag, opening } from '../flags/open-result.ts';

const searchId = needed(id('ID of the search', { field: 'id' }));

const columns = [
  column('score', 'number'),
  column('type'),
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('filename'),
  column('context'),
  column('item_count', 'number', 'items'),
  column('file_id'),
];

/** How results are shown. */
const results = { rows: ['results'], text: resultsText };

const run = defineCommand({
  name: 'search run',
  about:
    'Finds and ranks files, segments, faces or moments (those that criteria found in moments collections). For an answer in words, use deep-search run. A face search needs --source; every other search needs a query, or --like: it compares what pictures show, by the encoder that vau setup pictures brought (experimental: not measured yet).',
  arguments: { query: optional(text('What to look for', { placeholder: 'QUERY' })) },
  flags: {
    collection: many(id('Search this collection', { field: 'collections' })),
    scope: openChoice(searchScopes, 'What to find (default segment; face with --source)'),
    source: url('URL or URI of a picture of a face', { field: 'source_image.url' }),
    like: picture(
      'Find what looks like this (experimental): a picture, its URL, or a frame such as keynote.mp4@1:02',
      {
        field: 'source_image',
      },
    ),
    limit: integer(`Maximum number of results, ${within(limits.searchResults)}`),
    filter: object('Filter the files and segments'),
    threshold: number(`Minimum score, ${within(limits.searchThreshold)}`),
    modality: many(
      openChoice(searchModalities, `Where to search, at most ${limits.searchModalities} values`, {
        field: 'search_modalities',
      }),
    ),
    label: many(text('Search only tags with this label', { field: 'label_filters' })),
    groupBy: openChoice(searchGroupKeys, 'Group results by this key', { field: 'group_by_key' }),
    sortBy: openChoice(searchSorts, 'Order of the groups (default score)'),
    ...openFlag,
    ...clipFlags,
  },
  examples: [
    { does: 'Where is it said?', line: 'search run "launch date" --collection COLLECTION_ID' },
    {
      does: 'Search the tags of files, and of their segments',
      line: 'search run "Ada" --collection COLLECTION_ID --modality tag_lexical --scope file',
    },
    {
      does: 'Where is this person?',
      line: 'search run --collection COLLECTION_ID --source https://example.com/face.jpg',
    },
    {
      does: 'More like this second of a film',
      line: 'search run --like keynote.mp4@0:12 --collection COLLECTION_ID',
    },
    {
      does: 'Save what is found as clips',
      line: 'search run "launch date" --collection COLLECTION_ID --clip clips --pad 1s',
    },
  ],
  columns,
  plan: (input, { args, flags }) => {
    const { scope, source } = input;
    const found = scope ?? (source === undefined ? 'segment' : 'face');
    const body = { ...flags, scope: found, ...args };
    const searched = {
      collections: input.collection,
      narrowed: narrowing(input),
      // A segment has its own tags only.
      leftOut:
        found === 'segment' && input.modality?.some((one) => one.startsWith('tag_'))
          ? 'Tags of whole files are found with --scope file.'
          : undefined,
    };
    refuseTogether({ open: input.open, clip: input.clip });
    refuseTogether({ like: input.like, source });
    const opened = opening(input, searched);
    return call('search.run', { body }, { ...results, ...opened, ...afterwards(opened, clipping(input)) });
  },
});

/** Both, one after the other: what is said without results, and the clips of results. */
const afterwards = (
  first: Pick<CallPlan, 'after'>,
  second: Pick<CallPlan, 'after'>,
): Pick<CallPlan, 'after'> => ({
  after: async (session, answer) => {
    await first.after?.(session, answer);
    await second.after?.(session, answer);
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
  flags: { ...openFlag, ...pageFlags },
  examples: [
    { does: 'Show the results again', line: 'search get SEARCH_ID' },
    { does: 'Play the second result', line: 'search get SEARCH_ID --open 2' },
  ],
  columns,
  plan: (input, { args: params, flags: query }) =>
    call('search.get', { params, query }, { ...results, ...opening(input) }),
});

export const commands = [run, list, get];
