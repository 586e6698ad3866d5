import { jobStatuses } from '../../../contract/values/enums.ts';
import { at, column } from '../../model/columns.ts';
import { refuseTogether, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, defined } from '../../model/plan.ts';
import { id, many, needed, object, openChoice, optional, url } from '../../model/values.ts';
import { collectionFileCard } from '../../reading/cards.ts';
import { thumbnailsFlag } from '../flags/describing.ts';
import { collectionFileFlags } from '../flags/file-descriptions.ts';
import { localFlags } from '../flags/local-files.ts';
import { segmentationConfig, segmentationFlags } from '../flags/segmentation.ts';

const collectionId = needed(id('ID or name of the collection'));
const fileId = needed(id('ID or name of the file'));

/** The progress of a file, such as `speech, scene text 40 %`. */
function progressOf(row: unknown): string | undefined {
  const { progress } = row as { progress?: { stage: string; done: number; total: number } };
  return progress && `${progress.stage} ${Math.floor((100 * progress.done) / Math.max(1, progress.total))} %`;
}

const columns = [
  column('file_id', 'id'),
  column('file.filename', 'text', 'filename'),
  column('status'),
  column('searchable_status', 'text', 'searchable'),
  column('file.media_info.duration_seconds', 'duration', 'duration'),
  column('added_at', 'time', 'added'),
  { header: 'progress', value: progressOf },
  column('error'),
];

const add = defineCommand({
  name: 'media add',
  bulk: { flags: ['url', 'segmentationId'], uploads: 'local' },
  about:
    'A file that is local, or in a local folder, is uploaded first; content that the service has already is not sent again. Give --segmentation-id or the flags of a new segmentation, not both. The default is windows of 20 seconds. Audio files get speech and audio analysis only; face-analysis collections and shot detection refuse them.',
  arguments: {
    collectionId,
    fileId: optional(many(id('ID or name of the file to add, or local files and folders'))),
  },
  flags: {
    ...localFlags,
    url: url('Add media from this URL instead of a file'),
    segmentationId: id('Use this segmentation'),
    ...segmentationFlags,
    ...thumbnailsFlag,
    metadata: object("Merged into the file's metadata; metadata collections only"),
    ...waitFlags,
  },
  examples: [
    { does: 'Add a file and wait until it is processed', line: 'media add COLLECTION_ID FILE_ID --wait' },
    { does: 'Upload and add a folder', line: 'media add COLLECTION_ID media/ --recursive' },
    {
      does: 'Windows of 10 s, one every 5 s',
      line: 'media add COLLECTION_ID FILE_ID --window-seconds 10 --hop-seconds 5',
    },
    {
      does: 'Add many files, eight at once',
      line: 'media add COLLECTION_ID --from files.csv --concurrency 8',
    },
    {
      does: 'Two time ranges only',
      line: 'media add COLLECTION_ID FILE_ID --segment 0-12.5 --segment 60-90',
    },
  ],
  plan: (input, { flags }) => {
    const { collectionId, fileId: [fileId] = [], segmentationId } = input;
    const config = segmentationConfig(input, (flags as Made).segmentation_config);
    refuseTogether({ segmentationId, segmentationConfig: config });
    return call(
      'media.add',
      {
        params: { collection_id: collectionId },
        body: { ...flags, ...defined({ file_id: fileId, segmentation_config: config }) },
      },
      waiting<{ collection_id: string; file_id: string }>(input, 'collection-file', (answer) => ({
        params: { collection_id: answer.collection_id, file_id: answer.file_id },
      })),
    );
  },
});

interface Made {
  readonly segmentation_config?: Readonly<Record<string, unknown>>;
}

const list = defineCommand({
  name: 'media list',
  arguments: { collectionId },
  flags: {
    status: openChoice(jobStatuses, 'Only files with this status in the collection'),
    filter: object('Filter on metadata, video_info, file, source_metadata'),
    ...collectionFileFlags,
  },
  examples: [
    { does: 'Failed files', line: 'media list COLLECTION_ID --status failed' },
    {
      does: 'Those added in April',
      line: 'media list COLLECTION_ID --added-after 2026-04-01 --added-before 2026-05-01',
    },
  ],
  columns,
  plan: (_, { args: params, flags: query }) => call('media.list', { params, query }),
});

const get = defineCommand({
  name: 'media get',
  arguments: { collectionId, fileId },
  examples: [{ does: 'Status of one file', line: 'media get COLLECTION_ID FILE_ID' }],
  plan: (_, { args: params }) => call('media.get', { params }, { text: collectionFileCard }),
});

const remove = defineCommand({
  name: 'media remove',
  bulk: {},
  arguments: { collectionId, fileId },
  flags: yesFlag,
  examples: [{ does: 'Remove a file', line: 'media remove COLLECTION_ID FILE_ID --yes' }],
  plan: ({ collectionId, fileId, yes }, { args: params }) =>
    call(
      'media.remove',
      { params },
      {
        confirm: {
          what: (name) =>
            `Remove file ${name ? `"${name}" (${fileId})` : fileId} from collection ${collectionId}`,
          given: yes === true,
          reads: call('media.get', { params }).request,
          nameOf: (file) => at(file, 'file.filename'),
          effect: () =>
            'What was derived from it for this collection is deleted too; the file itself remains.',
        },
        done: `Removed file ${fileId} from collection ${collectionId}`,
      },
    ),
});

export const commands = [add, list, get, remove];
