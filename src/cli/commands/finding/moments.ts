import { findingKinds } from '../../../contract/values/enums.ts';
import { column } from '../../model/columns.ts';
import { isFiltered } from '../../model/empty-list.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, number, openChoice, text } from '../../model/values.ts';
import { clipFlags, clipping } from '../flags/clip-results.ts';
import { cursorFlags, momentColumns } from '../flags/criterion.ts';

const collectionId = needed(id('ID or name of the moments collection'));
const criterion = text('Only those of this criterion', { field: 'criterion_name' });
const fileId = id('Only those of this file');

/** What an empty list says. @param query its flags: without a filter it is the collection that has none */
const nothing = (query: object, what: string, next: string): string =>
  isFiltered(query) ? `No ${what} match. ${next}` : `No ${what} in this collection yet. ${next}`;

const list = defineCommand({
  name: 'moments list',
  about:
    'Sorted by file and time. To sort by score, name one criterion. The rank says how likely a moment meets its criterion; "found by ranking" means that no model has judged it.',
  arguments: { collectionId },
  flags: {
    criterion,
    attachment: id('Only those of this attachment', { field: 'attachment_id' }),
    fileId,
    minScore: number('Only moments of at least this score'),
    sort: openChoice(
      ['position', 'criterion_score', 'rank_score'] as const,
      'Order of the list (default position)',
    ),
    ...cursorFlags,
    ...clipFlags,
  },
  examples: [
    {
      does: 'The best of one criterion',
      line: 'moments list COLLECTION_ID --criterion promise --sort criterion_score --limit 10',
    },
    { does: 'Every moment, in order of files and times', line: 'moments list COLLECTION_ID --all' },
    { does: 'Save them as clips', line: 'moments list COLLECTION_ID --limit 10 --clip clips --pad 1s' },
  ],
  columns: [column('criterion_name', 'text', 'criterion'), ...momentColumns, column('file_id')],
  plan: ({ collectionId, ...input }, { args: params, flags: query }) =>
    call(
      'moment.list',
      { params, query },
      {
        rows: ['moments'],
        ...clipping(input),
        none: nothing(query, 'moments', `See what is looked for: vau moment-criteria list ${collectionId}`),
      },
    ),
});

const findings = defineCommand({
  name: 'moments findings',
  about: 'A finding is about a whole file: what was looked for and is absent, or an observation.',
  arguments: { collectionId },
  flags: { criterion, fileId, kind: openChoice(findingKinds, 'Only findings of this kind'), ...cursorFlags },
  examples: [
    {
      does: 'Files in which a criterion found nothing',
      line: 'moments findings COLLECTION_ID --criterion promise --kind absence',
    },
  ],
  columns: [
    column('criterion_name', 'text', 'criterion'),
    column('kind'),
    column('reason'),
    column('judged_by', 'text', 'found by'),
    column('file_id'),
  ],
  plan: ({ collectionId }, { args: params, flags: query }) =>
    call(
      'finding.list',
      { params, query },
      {
        rows: ['findings'],
        none: nothing(query, 'findings', `See what was found: vau moments list ${collectionId}`),
      },
    ),
});

export const commands = [list, findings];
