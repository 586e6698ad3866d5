import { descriptionFlags, descriptionQuery } from '../description-flags.ts';
import { memberFlags, memberQuery } from '../member-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call } from '../plan.ts';
import { choice, id, needed } from '../values.ts';

const get = defineCommand({
  name: 'rich-transcript get',
  arguments: { collectionId: needed(id('The collection')), fileId: needed(id('The file')) },
  flags: {
    format: choice(['json', 'markdown'], 'As fields, or as a text to read (default json)', {
      field: 'response_format',
    }),
    ...descriptionFlags,
  },
  examples: [
    { does: 'A text to read', line: 'rich-transcript get COLLECTION_ID FILE_ID --format markdown' },
    {
      does: 'With the time of each word',
      line: 'rich-transcript get COLLECTION_ID FILE_ID --include-word-timestamps -o json',
    },
  ],
  plan: ({ collectionId, fileId, ...asked }) =>
    call('rich-transcript.get', {
      params: { collection_id: collectionId, file_id: fileId },
      query: descriptionQuery(asked),
    }),
});

const list = defineCommand({
  name: 'rich-transcript list',
  arguments: { collectionId: needed(id('A rich-transcripts collection')) },
  flags: memberFlags,
  examples: [{ does: 'The latest ten', line: 'rich-transcript list COLLECTION_ID --limit 10' }],
  columns: [column('file_id'), column('title'), column('summary')],
  plan: ({ collectionId, ...asked }) =>
    call('rich-transcript.list', { params: { collection_id: collectionId }, query: memberQuery(asked) }),
});

export const commands = [get, list];
