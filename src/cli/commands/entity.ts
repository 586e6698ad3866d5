import { descriptionFormats } from '../../contract/enums.ts';
import { column } from '../model/columns.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, id, needed } from '../model/values.ts';
import { descriptionsFlags } from './flags/description.ts';
import { entityExtraFlags } from './flags/entity-extras.ts';
import { memberFlags } from './flags/members.ts';

const collectionId = needed(id('An entities collection'));

const format = choice(descriptionFormats, 'Result format (default json)', { field: 'response_format' });

const list = defineCommand({
  name: 'entity list',
  arguments: { collectionId },
  flags: { ...memberFlags, format, ...descriptionsFlags },
  examples: [
    { does: 'What was extracted from each file', line: 'entity list COLLECTION_ID -o json' },
    {
      does: 'The entities alone, a file a line',
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
  about: '--limit and --offset page the segments; entities of the whole file are always included.',
  arguments: { collectionId, fileId: needed(id('The file')) },
  flags: entityExtraFlags,
  examples: [
    { does: 'What was extracted from a file', line: 'entity get COLLECTION_ID FILE_ID' },
    { does: 'Its second fifty segments', line: 'entity get COLLECTION_ID FILE_ID --offset 50' },
  ],
  columns: [
    column('start_time', 'seconds', 'start'),
    column('end_time', 'seconds', 'end'),
    column('entities'),
  ],
  plan: (_, { args: params, flags: query }) =>
    call('entity.get', { params, query }, { rows: ['segment_entities'] }),
});

export const commands = [list, get];
