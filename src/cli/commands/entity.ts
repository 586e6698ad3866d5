import { column } from '../model/columns.ts';
import { pageFlags } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { id, needed } from '../model/values.ts';
import { memberFlags, memberQuery } from './flags/members.ts';

const collectionId = needed(id('An entities collection'));

const list = defineCommand({
  name: 'entity list',
  arguments: { collectionId },
  flags: memberFlags,
  examples: [
    { does: 'What was extracted from each file', line: 'entity list COLLECTION_ID -o json' },
    {
      does: 'The entities alone, a file a line',
      line: 'entity list COLLECTION_ID --all -o ndjson --fields file_id,entities',
    },
  ],
  columns: [
    column('file_id'),
    column('added_at', 'time', 'added'),
    column('total', 'number', 'segments'),
    column('entities'),
  ],
  plan: ({ collectionId, ...asked }) =>
    call('entity.list', { params: { collection_id: collectionId }, query: memberQuery(asked) }),
});

const get = defineCommand({
  name: 'entity get',
  about: '--limit and --offset page the segments; entities of the whole file are always included.',
  arguments: { collectionId, fileId: needed(id('The file')) },
  flags: pageFlags,
  examples: [
    { does: 'What was extracted from a file', line: 'entity get COLLECTION_ID FILE_ID' },
    { does: 'Its second fifty segments', line: 'entity get COLLECTION_ID FILE_ID --offset 50' },
  ],
  columns: [
    column('start_time', 'seconds', 'start'),
    column('end_time', 'seconds', 'end'),
    column('entities'),
  ],
  plan: ({ collectionId, fileId, ...page }) =>
    call(
      'entity.get',
      { params: { collection_id: collectionId, file_id: fileId }, query: defined(page) },
      { rows: ['segment_entities'] },
    ),
});

export const commands = [list, get];
