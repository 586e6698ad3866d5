import { column } from '../model/columns.ts';
import { pageFlags, waitFlags, waiting } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { id, needed } from '../model/values.ts';
import { ownSegmentationFlags, segmentationConfig } from './flags/segmentation.ts';
import { thumbnailsConfig, thumbnailsFlag } from './flags/thumbnails.ts';

const fileId = needed(id('The file'));

const create = defineCommand({
  name: 'segmentation create',
  about:
    'Without flags, the file is cut into windows of 20 seconds. Images cannot be segmented, and audio has no shots.',
  arguments: { fileId },
  flags: { ...ownSegmentationFlags, ...thumbnailsFlag, ...waitFlags },
  examples: [
    { does: 'Cut at the shots', line: 'segmentation create FILE_ID --strategy shot-detector --wait' },
    { does: 'Windows of ten seconds', line: 'segmentation create FILE_ID --window-seconds 10' },
  ],
  plan: ({ fileId, config, segmentThumbnails, ...flags }) =>
    call(
      'segmentation.create',
      {
        params: { file_id: fileId },
        body: {
          ...(segmentationConfig(flags, config) ?? { strategy: 'uniform' }),
          ...defined({ thumbnails_config: thumbnailsConfig(segmentThumbnails) }),
        },
      },
      waiting<{ segmentation_id: string }>(flags, 'segmentation', (answer) => ({
        params: { segmentation_id: answer.segmentation_id },
      })),
    ),
});

const list = defineCommand({
  name: 'segmentation list',
  arguments: { fileId },
  flags: pageFlags,
  examples: [{ does: 'How a file was cut', line: 'segmentation list FILE_ID' }],
  columns: [
    column('segmentation_id'),
    column('status'),
    column('segmentation_config.strategy', 'text', 'strategy'),
    column('total_segments', 'number', 'segments'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: ({ fileId, limit, offset }) =>
    call('segmentation.list', { params: { file_id: fileId }, query: defined({ limit, offset }) }),
});

const get = defineCommand({
  name: 'segmentation get',
  arguments: { segmentationId: needed(id('The segmentation')) },
  flags: pageFlags,
  examples: [{ does: 'Its first hundred segments', line: 'segmentation get SEGMENTATION_ID --limit 100' }],
  columns: [column('id'), column('start_time', 'seconds', 'start'), column('end_time', 'seconds', 'end')],
  plan: ({ segmentationId, limit, offset }) =>
    call(
      'segmentation.get',
      { params: { segmentation_id: segmentationId }, query: defined({ limit, offset }) },
      { rows: ['data.segments'] },
    ),
});

export const commands = [create, list, get];
