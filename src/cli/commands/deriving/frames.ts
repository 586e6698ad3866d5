import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed } from '../../model/values.ts';
import { frameFlagsAt } from '../flags/faces.ts';

const create = defineCommand({
  name: 'frames create',
  about: 'The same request returns the same extraction.',
  arguments: { fileId: needed(id('ID or name of the file')) },
  flags: { ...frameFlagsAt(''), ...waitFlags },
  examples: [
    {
      does: 'Two frames per second of the first minute',
      line: 'frames create FILE_ID --frames-per-second 2 --end-time 60 --wait',
    },
  ],
  columns: [column('timestamp', 'seconds', 'at'), column('id'), column('thumbnail_url', 'text', 'thumbnail')],
  plan: (input, { args: params, flags }) =>
    call(
      'frames.create',
      { params, body: { strategy: 'uniform', ...flags } },
      {
        rows: ['data.frames'],
        ...waiting<{ frame_extraction_id: string }>(input, 'frames', (answer) => ({
          params: { frame_extraction_id: answer.frame_extraction_id },
        })),
      },
    ),
});

const remove = defineDeletion({
  command: 'frames delete',
  argument: { frameExtractionId: needed(id('ID of the frame extraction')) },
  kind: 'frame extraction',
  reads: { limit: 1 },
  effect: framesGo,
});

/** What is deleted with an extraction: how many frames, of which file. */
function framesGo(extraction: unknown): string {
  const [count, file] = [at(extraction, 'frame_count'), at(extraction, 'file_id')];
  const frames = typeof count === 'number' ? `Its ${count} frames` : 'Its frames';
  return `${frames} are deleted too; the file${typeof file === 'string' ? ` ${file}` : ''} remains.`;
}

export const commands = [create, remove];
