import * as z from 'zod';
import { operations } from '../../../contract/index.ts';
import { shareClip } from '../../shares/clip.ts';
import { presentShare } from '../../shares/present.ts';
import { Refusal } from '../result.ts';
import { demand } from '../rights.ts';
import { idOf, pick, tool } from '../tool.ts';
import { offeredWait, waitCall, waited, waitSeconds } from './status.ts';

const { title, visibility } = operations['share.create'].body.shape;

export const share = tool({
  name: 'share',
  description:
    'A link to a film or a part of it, on a page of its own; anyone with the link of a public share can see it. One that is there already is returned.',
  input: z.object({
    file: z.string(),
    start: z.number().min(0).optional().describe('Second; with end: only this part'),
    end: z.number().min(0).optional().describe('Second'),
    title,
    visibility: visibility,
    wait_seconds: waitSeconds().default(offeredWait),
  }),
  sends: ['segmentation.create', 'share.create', 'share.get'],
  async run({ file, start, end, title, visibility, wait_seconds }, call) {
    demand(call.rights, ['write'], 'Sharing');
    if (
      (start === undefined) !== (end === undefined) ||
      (start !== undefined && end !== undefined && end <= start)
    )
      throw new Refusal('start and end go together, and end must be above start.', 'bad_request');
    const { client, session, signal } = call;
    const file_id = await idOf(call, 'file_id', file);
    const body = { file_id, visibility, ...(title === undefined ? {} : { title }) };
    const made =
      start !== undefined && end !== undefined
        ? await shareClip(
            session,
            body,
            { start_time: start, end_time: end },
            {
              timeout: Math.max(wait_seconds, offeredWait),
              interval: 0.5,
              ifAbsent: true,
            },
          )
        : await client
            .call('share.create', { body }, { signal })
            .catch((error: unknown) => presentShare(session, { file_id, visibility }, error, true));
    const { id } = made as { id: string };
    const target = { kind: 'share' as const, params: { id } };
    const { summary, items = [] } = await waited(call, target, wait_seconds);
    const fields = [
      'id',
      'status',
      'visibility',
      'title',
      'share_url',
      'stream_url',
      'media_download_url',
      'error',
    ];
    const [found] = items;
    return {
      summary: `${summary} The link is share_url.`,
      items: [pick(found ?? made, fields)],
      next: summary.includes('not done') ? waitCall(target) : undefined,
    };
  },
});
