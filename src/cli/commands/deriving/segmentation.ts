import { column } from '../../model/columns.ts';
import { fieldsOf } from '../../model/fields.ts';
import { pageFlags, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, some } from '../../model/plan.ts';
import { id, needed } from '../../model/values.ts';
import { thumbnailsFlag } from '../flags/describing.ts';
import { ownSegmentationFlags, segmentationConfig } from '../flags/segmentation.ts';

const fileId = needed(id('ID or name of the file'));

const create = defineCommand({
  name: 'segmentation create',
  about:
    'Without flags, the file is cut into windows of 20 seconds. Images cannot be segmented, and audio has no shots.',
  arguments: { fileId },
  flags: { ...ownSegmentationFlags, ...thumbnailsFlag, ...waitFlags },
  examples: [
    { does: 'Cut at shot boundaries', line: 'segmentation create FILE_ID --strategy shot-detector --wait' },
    { does: 'Windows of ten seconds', line: 'segmentation create FILE_ID --window-seconds 10' },
  ],
  plan: (input, { args: params, whole }) => {
    const given = some({ ...whole, ...input.config });
    const config = segmentationConfig(input, given) ?? { strategy: 'uniform' };
    return call(
      'segmentation.create',
      { params, body: fieldsOf(thumbnailsFlag, input, { ...config }) },
      waiting<{ segmentation_id: string }>(input, 'segmentation', (answer) => ({
        params: { segmentation_id: answer.segmentation_id },
      })),
    );
  },
});

const list = defineCommand({
  name: 'segmentation list',
  arguments: { fileId },
  flags: pageFlags,
  examples: [{ does: 'The segmentations of a file', line: 'segmentation list FILE_ID' }],
  columns: [
    column('segmentation_id'),
    column('status'),
    column('segmentation_config.strategy', 'text', 'strategy'),
    column('total_segments', 'number', 'segments'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: (_, { args: params, flags: query }) => call('segmentation.list', { params, query }),
});

const get = defineCommand({
  name: 'segmentation get',
  arguments: { segmentationId: needed(id('ID of the segmentation')) },
  flags: pageFlags,
  examples: [{ does: 'The first hundred segments', line: 'segmentation get SEGMENTATION_ID --limit 100' }],
  columns: [column('id'), column('start_time', 'seconds', 'start'), column('end_time', 'seconds', 'end')],
  plan: (_, { args: params, flags: query }) =>
    call('segmentation.get', { params, query }, { rows: ['data.segments'] }),
});

export const commands = [create, list, get];
