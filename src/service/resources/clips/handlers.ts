/**
 * Spans of files as files of their own. A file and two seconds come in; the address of the span and what is said in it
 * go out, and pages.ts cuts it when it is first read.
 */

import { badRequest, conflict } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { CUTS } from '../../links/films.ts';
import { linksFor } from '../../links/links.ts';
import { checkUsable, durationOf, findFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { speechIn } from '../shares/pages/spoken.ts';
import { windowText } from '../shares/window.ts';

export const clips: Resource<'clip.get'> = { handlers: { 'clip.get': showClip } };

async function showClip(ctx: RequestContext, { params, query }: Input<'clip.get'>) {
  const file = await findFile(ctx, params.file_id);
  checkUsable(file);
  const { id: file_id, account_id, filename, media_type } = file;
  if (media_type === 'image') throw badRequest(`file ${file_id} is a picture: it has no clips`);
  const duration = durationOf(file);
  if (media_type === null || duration === null)
    throw conflict(`file ${file_id} is not processed yet: wait until it is completed`);
  const start = exact(query.start_time);
  const end = Math.min(exact(query.end_time), exact(duration));
  if (start >= end) throw badRequest(`start_time must be below ${exact(duration)}, where the file ends`);
  const link = await linksFor(ctx);
  const lines = await speechIn(ctx.db, { file_id, account_id }, { start, end });
  return {
    object: 'clip' as const,
    file_id,
    filename,
    media_type: media_type === 'video' ? ('video' as const) : ('audio' as const),
    start_time: start,
    end_time: end,
    url: link(`${CUTS}/${file_id}/${windowText({ start, end })}.mp4`),
    speech: lines.map(({ text, start: start_time, end: end_time, speaker, confidence, words }) => ({
      text,
      start_time,
      end_time,
      ...optional('speaker', speaker),
      ...optional('confidence', confidence),
      ...optional(
        'words',
        words?.map(({ word, start, end }) => ({ word, start_time: start, end_time: end })),
      ),
    })),
  };
}

/** Clips have millisecond precision. */
const exact = (seconds: number): number => Math.round(seconds * 1000) / 1000;
