import { column } from '../../model/columns.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, seconds } from '../../model/values.ts';

const list = defineCommand({
  name: 'segments list',
  arguments: { fileId: needed(id('ID or name of the file')) },
  flags: {
    startTimeAfter: seconds('Only segments that start at or after this second'),
    endTimeBefore: seconds('Only segments that end at or before this second'),
    minDuration: seconds('Only segments at least this long'),
    maxDuration: seconds('Only segments at most this long'),
    ...pageFlags,
  },
  examples: [
    { does: 'The second minute', line: 'segments list FILE_ID --start-time-after 60 --end-time-before 120' },
  ],
  columns: [
    column('id'),
    column('start_time', 'seconds', 'start'),
    column('end_time', 'seconds', 'end'),
    column('segmentation_id'),
    column('metadata'),
  ],
  plan: (_, { args: params, flags: query }) => call('segment.list', { params, query }),
});

export const commands = [list];
