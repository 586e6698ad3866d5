import type { BodyInput } from '../../contract/operations/index.ts';
import { createdFlags, jobStatuses, pageFlags, refuseTogether, waitFlags, waiting } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call, defined } from '../plan.ts';
import { choice, either, id, needed, object, prose, url } from '../values.ts';

const create = defineCommand({
  name: 'extract create',
  about:
    'Says what to extract with --prompt, --schema or both. A file that is there already is named by its uri, vau://files/FILE_ID.',
  arguments: { url: needed(url('The media: an address, or the uri of a file')) },
  flags: {
    prompt: prose('What to extract, in words'),
    schema: object('The shape of what is extracted, as JSON Schema'),
    segmentationId: id('Use this segmentation'),
    segmentationConfig: object('How the media are cut'),
    ...waitFlags,
  },
  examples: [
    {
      does: 'The people and places of a file',
      line: 'extract create vau://files/FILE_ID --prompt "People and places" --wait',
    },
  ],
  plan: ({ url, prompt, schema, segmentationId, segmentationConfig, ...wait }) => {
    refuseTogether({ segmentationId, segmentationConfig });
    return call(
      'extract.create',
      {
        body: defined({
          url,
          prompt,
          schema,
          segmentation_id: segmentationId,
          segmentation_config: segmentationConfig as BodyInput<'extract.create'>['segmentation_config'],
        }),
      },
      waiting<{ job_id: string }>(wait, 'extract', ({ job_id }) => ({ params: { job_id } })),
    );
  },
});

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

export const commands = [create, list];
