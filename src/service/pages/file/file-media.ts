import type { Context } from 'hono';
import type { VauFile } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/access/env.ts';
import { serveObject } from '../../http/ranges.ts';
import { findFile } from '../../resources/common/lookup.ts';
import { type Html, html } from '../../web/html.ts';
import { mediaTypeOf } from '../../web/media-types.ts';
import type { Visitor } from '../visitor.ts';

/** The original of a file in a player, or as a picture. @param at the second to start at where scripts are off */
export function playerOf(root: string, file: VauFile, at: string): Html {
  const source = `${root}/files/${file.id}/media`;
  if (file.media_type === 'image') return html`<img class="media" src="${source}" alt="${file.filename}">`;
  const from = /^\d{1,7}(\.\d+)?$/.test(at) ? `#t=${at}` : '';
  const poster = file.thumbnail_url && html` poster="${file.thumbnail_url}"`;
  const sound = file.media_type === 'audio' && html` class="sound"`;
  return html`<video id="player" controls playsinline preload="metadata" aria-label="${file.filename}" src="${source}${from}"${poster || undefined}${sound || undefined}><track kind="captions" label="Captions" src="${root}/files/${file.id}/captions.vtt"></video>
<p id="note" role="alert" hidden>This browser cannot play this format. Share the file: the page of a share plays every format.</p>`;
}

/** GET /files/ID/media: the original, or a range of it, to people of its account. Never as something that a browser runs. */
export async function serveMedia(visitor: Visitor, c: Context<AppEnv>): Promise<Response> {
  const file = await findFile(visitor.request, visitor.part('id'));
  if (file.object_key === null) throw notFound('content of file', file.id);
  const asked = { range: c.req.header('range'), mayLeave: false };
  return serveObject(visitor.request.objects, file.object_key, asked, {
    contentType: mediaTypeOf(file.filename),
    cacheSeconds: 0,
  });
}
