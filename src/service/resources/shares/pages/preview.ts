import { type Html, html } from '../../../web/html.ts';
import type { ShareRow } from '../rows.ts';

/** Absolute URLs that unfurlers follow without signing in. */
export interface PreviewLinks {
  readonly page: string;
  readonly embed: string;
  readonly oembed: string;
  /** Undefined if the share has no picture. */
  readonly picture: string | undefined;
}

/** How much of a share to show where its link is posted. Public shares show everything, whatever link_preview says. */
export function previewLevel(row: ShareRow): ShareRow['link_preview'] {
  return row.visibility === 'public' ? 'player' : row.link_preview;
}

/** Whether others may play the share inline where its link is posted. */
export function playsInline(row: ShareRow): boolean {
  return previewLevel(row) === 'player' && row.media_type !== 'image' && row.status === 'completed';
}

/** Open Graph tags (ogp.me), and the player card if the share may play inline. Nothing for `none`. */
export function previewTags(row: ShareRow, title: string, links: PreviewLinks): Html | undefined {
  const level = previewLevel(row);
  if (level === 'none') return undefined;
  const playable = playsInline(row);
  const size = sizeOf(row);
  return html`<link rel="alternate" type="application/json+oembed" href="${links.oembed}" title="${title}">
${[
  og('og:type', row.media_type === 'image' ? 'website' : 'video.other'),
  og('og:site_name', 'vau'),
  og('og:title', title),
  og('og:description', row.description),
  og('og:url', links.page),
  og('og:image', links.picture),
  ...(playable
    ? [
        og('og:video', links.embed),
        og('og:video:secure_url', links.embed.startsWith('https:') ? links.embed : null),
        og('og:video:type', 'text/html'),
        og('og:video:width', size.width),
        og('og:video:height', size.height),
        card('twitter:card', 'player'),
        card('twitter:player', links.embed),
        card('twitter:player:width', size.width),
        card('twitter:player:height', size.height),
      ]
    : [card('twitter:card', links.picture === undefined ? 'summary' : 'summary_large_image')]),
]}`;
}

function og(property: string, content: string | number | null | undefined): Html | undefined {
  if (content === null || content === undefined) return undefined;
  return html`<meta property="${property}" content="${content}">\n`;
}

function card(name: string, content: string | number): Html {
  return html`<meta name="${name}" content="${content}">\n`;
}

/** The size of the picture in pixels; 16:9 if it is unknown. */
export function sizeOf(row: ShareRow): { width: number; height: number } {
  const info = row.media_info === null ? {} : (JSON.parse(row.media_info) as Record<string, unknown>);
  const { width, height } = info;
  if (typeof width === 'number' && typeof height === 'number' && width > 0) return { width, height };
  return { width: 1280, height: 720 };
}
