import { column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { either, id, needed, object, prose, url } from '../../model/values.ts';
import {
  entityExtraFlags,
  jobListColumns,
  jobListFlags,
  mediaJobFlags,
  refuseTwoCuts,
  segmentEntityColumns,
  waitingForJob,
} from '../flags/describing.ts';

const jobId = needed(id('ID of the extraction job'));

const create = defineCommand({
  name: 'extract create',
  about: 'Give --prompt, --schema or both. To use an uploaded file, give its URI, vau://files/FILE_ID.',
  arguments: { url: needed(url('Media: a URL or the URI of a file')) },
  flags: {
    prompt: prose('Prompt that says what to extract'),
    schema: object('JSON Schema of the result'),
    videoLevel: either('Extract entities of the whole file (default no)', {
      field: 'enable_video_level_entities',
    }),
    segmentLevel: either('Extract entities of each segment (default yes)', {
      field: 'enable_segment_level_entities',
    }),
    transcriptMode: either('Use speech only (default no)', {
      field: 'enable_transcript_mode',
    }),
    metadataMode: either("Also use the file's metadata (default no)", { field: 'enable_metadata_mode' }),
    ...mediaJobFlags,
  },
  examples: [
    {
      does: 'People and places in a file',
      line: 'extract create vau://files/FILE_ID --prompt "People and places" --wait',
    },
    {
      does: 'By schema, for the whole file',
      line: 'extract create vau://files/FILE_ID --schema @schema.json --video-level --no-segment-level',
    },
  ],
  plan: (input, { args, flags }) => {
    refuseTwoCuts(input);
    return call('extract.create', { body: { ...args, ...flags } }, waitingForJob(input, 'extract'));
  },
});

const list = defineCommand({
  name: 'extract list',
  flags: jobListFlags('Include the extracted data'),
  examples: [
    { does: 'Job information only', line: 'extract list --no-include-data' },
    {
      does: 'Jobs that failed in March',
      line: 'extract list --status failed --created-after 2026-03-01 --created-before 2026-04-01',
    },
  ],
  columns: jobListColumns(column('extract_config.prompt', 'text', 'prompt')),
  plan: (_, { flags: query }) => call('extract.list', { query }),
});

const get = defineCommand({
  name: 'extract get',
  about: 'The entities are available once the job is completed. --limit and --offset page the segments.',
  arguments: { jobId },
  flags: entityExtraFlags,
  examples: [
    { does: 'Show the entities', line: 'extract get JOB_ID' },
    { does: 'The second page of fifty segments', line: 'extract get JOB_ID --offset 50 -o json' },
  ],
  columns: segmentEntityColumns,
  plan: (_, { args: params, flags: query }) =>
    call('extract.get', { params, query }, { rows: ['data.segment_entities'] }),
});

const remove = defineDeletion({
  command: 'extract delete',
  bulk: {},
  about: 'The media are not deleted.',
  argument: { jobId },
  kind: 'extraction job',
  reads: { limit: 1 },
  name: 'url',
  effect: () => 'Its entities are deleted too; the media remain.',
});

export const commands = [create, list, get, remove];
