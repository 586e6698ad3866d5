import { descriptionFormats } from '../../../contract/values/enums.ts';
import { column } from '../../model/columns.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, openChoice } from '../../model/values.ts';
import { entityExtraFlags, segmentEntityColumns } from '../flags/describing.ts';
import { descriptionsFlags } from '../flags/description.ts';
import { collectionFileFlags, unlessUnread } from '../flags/file-descriptions.ts';

const collectionId = needed(id('ID or name of an entities collection'));

const format = openChoice(descriptionFormats, 'Result format (default json)', { field: 'response_format' });

const list = defineCommand({
  name: 'entity list',
  arguments: { collectionId },
  flags: { ...collectionFileFlags, format, ...descriptionsFlags },
  examples: [
    { does: 'Entities of each file', line: 'entity list COLLECTION_ID -o json' },
    {
      does: 'Entities only, one file per line',
      line: 'entity list COLLECTION_ID --all -o ndjson --fields file_id,data.entities',
    },
  ],
  columns: [
    column('file_id'),
    column('data.entities', 'text', 'entities'),
    column('data.segment_entities', 'text', 'segment entities'),
  ],
  plan: (_, { args: params, flags: query }) => call('entity.list', { params, query }),
});

const get = defineCommand({
  name: 'entity get',
  about: '--limit and --offset page the segments. Entities of the whole file are always included.',
  arguments: { collectionId, fileId: needed(id('ID or name of the file')) },
  flags: entityExtraFlags,
  examples: [
    { does: 'Entities of one file', line: 'entity get COLLECTION_ID FILE_ID' },
    { does: 'The second page of fifty segments', line: 'entity get COLLECTION_ID FILE_ID --offset 50' },
  ],
  columns: segmentEntityColumns,
  plan: (_, { args: params, flags: query }) =>
    call('entity.get', { params, query }, { rows: ['segment_entities'], ...unlessUnread(params) }),
});

export const commands = [list, get];
