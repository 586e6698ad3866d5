import type { CollectionMoment, DescribedPart, FileFaces, Share } from '../../contract/index.ts';
import type { CollectionOfFile } from '../resources/collection-files/of-file.ts';
import { type Html, html } from '../web/html.ts';
import { shortClock } from '../web/player-page.ts';
import { why } from './cards.ts';
import { csrfField } from './csrf.ts';
import { badge } from './parts.ts';
import type { Visitor } from './visitor.ts';

/** Items of a list that are shown at once; the rest is folded. */
const MOST_UNFOLDED = 8;

/** What is seen or heard, or a moment: links that jump to their second. */
export interface Jump {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly more?: string | undefined;
}

/** A section with links that jump to a second; nothing if there are none. */
export function jumps(id: string, title: string, items: readonly Jump[]): Html | undefined {
  if (items.length === 0) return undefined;
  const [first, rest] = [items.slice(0, MOST_UNFOLDED), items.slice(MOST_UNFOLDED)];
  const folded =
    rest.length > 0 &&
    html`<details class="more"><summary>${rest.length} more</summary><ol class="jumps">${rest.map(jump)}</ol></details>`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ol class="jumps">${first.map(jump)}</ol>${folded || undefined}</section>
`;
}

function jump({ start, end, text, more }: Jump): Html {
  return html`<li data-start="${start}" data-end="${end}"><a href="?t=${Math.round(start * 100) / 100}"><time>${shortClock(start)}</time> <span>${text}${more === undefined ? undefined : html`<span class="quiet more">${more}</span>`}</span></a></li>\n`;
}

/** Lines of a modality as links. */
export function jumpsOf(parts: readonly DescribedPart[] = []): Jump[] {
  return parts.map(({ start_time, end_time, text }) => ({ start: start_time, end: end_time, text }));
}

/** Moments as links, each with why it was found. */
export function jumpsOfMoments(moments: readonly CollectionMoment[]): Jump[] {
  return moments.map(({ start_time, end_time, title, reason, criterion_name }) => ({
    ...{ start: start_time, end: end_time, text: title },
    more: `${criterion_name} · ${shortClock(start_time)}–${shortClock(end_time)}${reason === title ? '' : ` · ${reason}`}`,
  }));
}

/** Faces as pictures that jump to where each was seen. @param isStill whether the file is an image, which has no seconds */
export function facesList(faces: FileFaces['faces'], isStill: boolean): Html | undefined {
  if (faces.length === 0) return undefined;
  return html`<section aria-labelledby="faces"><h2 id="faces">Faces</h2>
<ul class="faces jumps">${faces.map((face) =>
    isStill
      ? html`<li><span>${facePicture(face, 'Face')}</span></li>\n`
      : html`<li data-start="${face.timestamp}"><a href="?t=${Math.round(face.timestamp * 100) / 100}" aria-label="Face at ${shortClock(face.timestamp)}">${facePicture(face, '')}<time>${shortClock(face.timestamp)}</time></a></li>\n`,
  )}</ul></section>
`;
}

function facePicture({ thumbnail_url: url }: FileFaces['faces'][number], alt: string): Html {
  if (url === undefined) return html`<span class="no-shot">face</span>`;
  return html`<img src="${url}" alt="${alt}" loading="lazy">`;
}

/** The collections that a file is in. */
export function collectionsList(root: string, collections: readonly CollectionOfFile[]): Html | undefined {
  if (collections.length === 0) return undefined;
  return html`<section aria-labelledby="in"><h2 id="in">In collections</h2>
<ul class="rows">${collections.map(
    ({ id, name, type, status, error }) =>
      html`<li><a href="${root}/collections/${id}">${name}</a> <span class="quiet">${type}</span> ${badge(status)}${why(error)}</li>\n`,
  )}</ul></section>
`;
}

/** The shares of a file, and a form that creates one. */
export async function sharesList(visitor: Visitor, fileId: string, shares: readonly Share[]): Promise<Html> {
  const list =
    shares.length > 0 &&
    html`<ul class="rows">${shares.map(
      ({ share_url: url, title, visibility, status, error }) =>
        html`<li><a href="${url}">${title ?? 'Share'}</a> <span class="quiet">${visibility}</span> ${badge(status)}${why(error)}</li>\n`,
    )}</ul>`;
  return html`<section aria-labelledby="shares"><h2 id="shares">Shares</h2>
${list || undefined}${await shareForm(visitor, fileId)}</section>
`;
}

async function shareForm(visitor: Visitor, fileId: string): Promise<Html | undefined> {
  if (!visitor.may('share.create')) return undefined;
  return html`<form class="inline" method="post" action="${visitor.root}/files/${fileId}/share">${await csrfField(visitor)}
<label><input type="radio" name="visibility" value="private" checked> Private: people of this account</label>
<label><input type="radio" name="visibility" value="public"> Public: everyone with the link</label>
<button>Share</button></form>`;
}
