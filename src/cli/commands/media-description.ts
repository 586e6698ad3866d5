import { descriptionFlags, descriptionQuery } from '../description-flags.ts';
import { memberFlags, memberQuery } from '../member-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call } from '../plan.ts';
import { choice, id, needed } from '../values.ts';

const get = defineCommand({
  name: 'media-description get',
  arguments: { collectionId: needed(id('The collection')), fileId: needed(id('The file')) },
  flags: {
    format: choice(['json', 'markdown'], 'As fields, or as a text to read (default json)', {
      field: 'response_format',
    }),
    ...descriptionFlags,
  },
  examples: [
    { does: 'A text to read', line: 'media-description get COLLECTION_ID FILE_ID --format markdown' },
    {
      does: 'What is said in the first minute',
      line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
    },
  ],
  plan: ({ collectionId, fileId, ...asked }) =>
    call('media-description.get', {
      params: { collection_id: collectionId, file_id: fileId },
      query: descriptionQuery(asked),
    }),
});

const list = defineCommand({
  name: 'media-description list',
  arguments: { collectionId: needed(id('A media-descriptions collection')) },
  flags: memberFlags,
  examples: [{ does: 'The latest ten', line: 'media-description list COLLECTION_ID --limit 10' }],
  columns: [column('file_id'), column('title'), column('summary')],
  plan: ({ collectionId, ...asked }) =>
    call('media-description.list', { params: { collection_id: collectionId }, query: memberQuery(asked) }),
});

export const commands = [get, list];
