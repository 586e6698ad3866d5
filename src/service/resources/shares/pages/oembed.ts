import type { Context } from 'hono';
import type { ServiceContext } from '../../../context/context.ts';
import type { AppEnv } from '../../../http/access/env.ts';
import { answerJson, baseUrlOf } from '../../../web/answers.ts';
import { html } from '../../../web/html.ts';
import { titleOf } from '../facts.ts';
import { shareById } from '../rows.ts';
import { playsInline, previewLevel, sizeOf } from './preview.ts';

/**
 * GET /oembed?url=LINK: what other sites need to show the link of a share (oembed.com). It shows as much as the preview
 * tags of the page; a share without a preview looks like one that does not exist.
 */
export async function showOembed(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  if ((c.req.query('format') ?? 'json') !== 'json') return answerJson(501, 'only format json is available');
  const base = baseUrlOf(ctx, c);
  const link = c.req.query('url') ?? '';
  const id = link.startsWith(`${base}/s/`) ? /^[\w-]+/.exec(link.slice(`${base}/s/`.length))?.[0] : undefined;
  const row = id === undefined ? undefined : await shareById(ctx.db, id);
  if (!row || previewLevel(row) === 'none') return answerJson(404, 'this share does not exist');
  const about = { version: '1.0', title: titleOf(row), provider_name: 'vau', provider_url: base };
  if (!playsInline(row)) return c.json({ ...about, type: 'link' });
  const size = fitted(sizeOf(row), c.req.query('maxwidth'), c.req.query('maxheight'));
  const frame = html`<iframe src="${base}/s/${row.id}/embed" width="${size.width}" height="${size.height}" title="${titleOf(row)}" allow="fullscreen" frameborder="0"></iframe>`;
  return c.json({ ...about, type: 'video', ...size, html: frame.text });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A size made smaller, if need be, with the same shape. A limit that is not a number is ignored. */
function fitted(size: Size, mostWidth: string | undefined, mostHeight: string | undefined): Size {
  const limit = (text: string | undefined) => (Number(text) >= 1 ? Number(text) : Number.POSITIVE_INFINITY);
  const scale = Math.min(1, limit(mostWidth) / size.width, limit(mostHeight) / size.height);
  return { width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) };
}
