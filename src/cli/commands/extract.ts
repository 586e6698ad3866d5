import { createdFlags, jobStatuses, pageFlags } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call, defined } from '../plan.ts';
import { choice, either, url } from '../values.ts';

const list = defineCommand({
  name: 'extract list',
  flags: {
    ...pageFlags,
    status: choice(jobStatuses, 'Only jobs with this status'),
    ...createdFlags,
    url: url('Only jobs over this input URL'),
    includeData: either('With the extracted data (default yes); without it only job information comes'),
  },
  examples: [
    { does: 'Job information only', line: 'extract list --no-include-data' },
    {
      does: 'What failed in March',
      line: 'extract list --status failed --created-after 2026-02-28 --created-before 2026-04-01',
    },
  ],
  columns: [
    column('job_id'),
    column('status'),
    column('url'),
    column('extract_config.prompt', 'text', 'prompt'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: ({ limit, offset, status, createdBefore, createdAfter, url, includeData }) =>
    call('extract.list', {
      query: defined({
        limit,
        offset,
        status,
        created_before: createdBefore,
        created_after: createdAfter,
        url,
        include_data: includeData,
      }),
    }),
});

export const commands = [list];
