import { at, column } from '../model/columns.ts';
import { confirm, waitFlags, waiting, yesFlag } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { id, needed } from '../model/values.ts';
import { frameConfig, frameFlagsAt } from './flags/frames.ts';

const create = defineCommand({
  name: 'frames create',
  about: 'Repeating a request returns the same extraction.',
  arguments: { fileId: needed(id('The file')) },
  flags: { ...frameFlagsAt(''), ...waitFlags },
  examples: [
    {
      does: 'Two a second of the first minute',
      line: 'frames create FILE_ID --frames-per-second 2 --end-time 60 --wait',
    },
  ],
  columns: [column('timestamp', 'seconds', 'at'), column('id'), column('thumbnail_url', 'text', 'thumbnail')],
  plan: ({ fileId, wait, timeout, interval, ...flags }) =>
    call(
      'frames.create',
      { params: { file_id: fileId }, body: frameConfig(flags) ?? { strategy: 'uniform' } },
      {
        rows: ['data.frames'],
        ...waiting<{ frame_extraction_id: string }>({ wait, timeout, interval }, 'frames', (answer) => ({
          params: { frame_extraction_id: answer.frame_extraction_id },
        })),
      },
    ),
});

const remove = defineCommand({
  name: 'frames delete',
  arguments: { frameExtractionId: needed(id('The frame extraction')) },
  flags: yesFlag,
  examples: [{ does: 'Delete without being asked', line: 'frames delete FRAME_EXTRACTION_ID --yes' }],
  plan: ({ frameExtractionId, yes }) =>
    call(
      'frames.delete',
      { params: { frame_extraction_id: frameExtractionId } },
      {
        ...confirm(yes, {
          kind: 'frame extraction',
          id: frameExtractionId,
          read: call('frames.get', {
            params: { frame_extraction_id: frameExtractionId },
            query: { limit: 1 },
          }),
          effect: framesGo,
        }),
        done: `Deleted frame extraction ${frameExtractionId}`,
      },
    ),
});

/** What goes with an extraction, once it was read: how many pictures, of which file. */
function framesGo(extraction: unknown): string {
  const [count, file] = [at(extraction, 'frame_count'), at(extraction, 'file_id')];
  const frames = typeof count === 'number' ? `Its ${count} frames` : 'Its frames';
  return `${frames} go too; the file${typeof file === 'string' ? ` ${file}` : ''} remains.`;
}

export const commands = [create, remove];
