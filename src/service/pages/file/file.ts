/**
 * The page of a file for its own people: a visitor and an id come in; a player, the transcript and timelines of
 * chapters, scenes, faces and moments go out as HTML, captions as WebVTT, and the media itself in ranges
 * (file-media.ts).
 */

import type { CollectionMoment, DescribedPart, FileFaces, Share, VauFile } from '../../../contract/index.ts';
import { type CollectionOfFile, collectionsOfFile } from '../../resources/collection-files/of-file.ts';
import { tracks as textTracks } from '../../resources/shares/pages/streams.ts';
import { type Html, html } from '../../web/html.ts';
import { besidePlayer, type Spoken, shortClock } from '../../web/player-page.ts';
import { fileState, why } from '../cards.ts';
import { csrfField } from '../csrf.ts';
import { badge, gapsNote, instant, isOpenStatus, pager, pageWished, sized } from '../parts.ts';
import type { View } from '../view.ts';
import type { Visitor } from '../visitor.ts';
import { type Described, describedFile, facesOfFile, momentsOfFile, type Part } from './file-known.ts';
import { playerOf } from './file-media.ts';

/** Items of a list that are shown at once; the rest is folded. */
const MOST_UNFOLDED = 8;

/** What is seen or heard, or a moment: links that jump to their second. */
interface Jump {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly more?: string | undefined;
}

/** A section with links that jump to a second; nothing if there are none. */
function jumps(id: string, title: string, items: readonly Jump[]): Html | undefined {
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
function jumpsOf(parts: readonly DescribedPart[] = []): Jump[] {
  return parts.map(({ start_time, end_time, text }) => ({ start: start_time, end: end_time, text }));
}

/** Moments as links, each with why it was found. */
function jumpsOfMoments(moments: readonly CollectionMoment[]): Jump[] {
  return moments.map(({ start_time, end_time, title, reason, criterion_name }) => ({
    start: start_time,
    end: end_time,
    text: title,
    more: `${criterion_name} · ${shortClock(start_time)}–${shortClock(end_time)}${reason === title ? '' : ` · ${reason}`}`,
  }));
}

/** Faces as pictures that jump to where each was seen. @param isStill whether the file is an image, which has no seconds */
function facesList(faces: FileFaces['faces'], isStill: boolean): Html | undefined {
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
function collectionsList(root: string, collections: readonly CollectionOfFile[]): Html | undefined {
  if (collections.length === 0) return undefined;
  return html`<section aria-labelledby="in"><h2 id="in">In collections</h2>
<ul class="rows">${collections.map(
    ({ id, name, type, status, error }) =>
      html`<li><a href="${root}/collections/${id}">${name}</a> <span class="quiet">${type}</span> ${badge(status)}${why(error)}</li>\n`,
  )}</ul></section>
`;
}

/** The shares of a file, and a form that creates one. */
async function sharesList(visitor: Visitor, fileId: string, shares: readonly Share[]): Promise<Html> {
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

/** A span on the timeline, in seconds. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** One row of the timeline. */
interface Track {
  readonly name: string;
  /** The class of its marks, for their colour. */
  readonly kind: 'chapter' | 'scene' | 'speech' | 'text' | 'face' | 'moment';
  readonly marks: readonly Mark[];
}

/** The width of a row in its own units, and the most marks that can be told apart in it. */
const WIDTH = 1000;
const MOST_MARKS = 250;

/**
 * What a file contains, by its time: a row for each kind, and a mark for each span. The marks lead to their second; the
 * lists of the page have the same links for the keyboard and for screen readers.
 * @param seconds how long the file is
 */
function timeline(tracks: readonly Track[], seconds: number): Html | undefined {
  const shown = tracks.filter(({ marks }) => marks.length > 0);
  if (shown.length === 0 || seconds <= 0) return undefined;
  return html`<section class="timeline" aria-hidden="true" data-seconds="${seconds}">${shown.map((track) => row(track, seconds))}</section>`;
}

function row({ name, kind, marks }: Track, seconds: number): Html {
  return html`<div class="track"><span>${name}</span><svg viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" class="${kind}">${thinned(marks, seconds).map((one) => mark(one, seconds))}<rect class="now" x="-3" width="3" height="10"></rect></svg></div>
`;
}

function mark({ start, end, title }: Mark, seconds: number): Html {
  const x = (start / seconds) * WIDTH;
  const width = Math.max(2, ((Math.min(end, seconds) - start) / seconds) * WIDTH - 1);
  return html`<a href="?t=${Math.round(start * 100) / 100}" data-start="${start}" tabindex="-1"><title>${shortClock(start)} ${title}</title><rect x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10" rx="1.5"></rect></a>`;
}

/** So many marks that they can be told apart: of those that begin at the same place, the first, up to the end of all. */
function thinned(marks: readonly Mark[], seconds: number): readonly Mark[] {
  if (marks.length <= MOST_MARKS) return marks;
  const places = new Map<number, Mark>();
  for (const one of marks) {
    const place = Math.floor((one.start / seconds) * MOST_MARKS);
    const first = places.get(place);
    places.set(place, first ? { ...first, end: Math.max(first.end, one.end) } : one);
  }
  return [...places.values()];
}

/** Collections of a file that its page shows and looks into, the newest first. */
const MOST_COLLECTIONS = 20;

/** Seconds of a long file that its page describes at a time: an hour of speech is about a thousand lines. */
const PART_SECONDS = 3600;

/** GET /files/ID: the player, and what is known of a file. */
export async function filePage(visitor: Visitor): Promise<View> {
  const file = await visitor.ask('file.get', { params: { file_id: visitor.part('id') } });
  const collections = await collectionsOfFile(visitor.request, file.id, MOST_COLLECTIONS);
  const seconds = file.media_info?.duration_seconds ?? 0;
  const parts = pageWished(partWished(visitor), 1);
  const described = await describedFile(visitor, file, collections, partOf(seconds, parts.offset));
  const path = `${visitor.root}/files/${file.id}`;
  const spoken = spokenOf(described);
  const beside = besidePlayer(spoken, { query: '', download: `${path}/media` });
  const plays = file.status === 'completed' && file.media_type !== 'image';
  const content = html`<div class="main">
${file.status === 'completed' ? playerOf(visitor.root, file, visitor.wish('t')) : undefined}
<h1>${file.filename}</h1>${facts(file)}${fileState(file)}${gapsNote(file.gaps)}
${described?.summary ? html`<p class="description">${described.summary}</p>` : undefined}
${pager(path, { total: Math.ceil(seconds / PART_SECONDS), limit: 1, offset: parts.offset }, 'Hour')}
${await known(visitor, file, collections, described)}
${plays ? beside.below : undefined}
</div>
${beside.aside}`;
  return {
    title: file.filename,
    tab: 'Files',
    content,
    wide: beside.aside !== undefined,
    scripts: plays ? ['page.js'] : [],
    live: isOpenStatus(file.status) ? `${path}/events` : undefined,
  };
}

/** GET /files/ID/captions.vtt: what is said, for the player. */
export async function captionsOf(visitor: Visitor): Promise<string> {
  const file = await visitor.ask('file.get', { params: { file_id: visitor.part('id') } });
  const collections = await collectionsOfFile(visitor.request, file.id, MOST_COLLECTIONS);
  const spoken = spokenOf(await describedFile(visitor, file, collections, {}));
  return textTracks['captions.vtt']?.(spoken) ?? '';
}

/** The part that the page shows: the one asked for, or the one with the second that a link jumps to. */
function partWished(visitor: Visitor): string {
  const at = Number(visitor.wish('t'));
  return visitor.wish('page') || String(at > 0 ? Math.floor(at / PART_SECONDS) + 1 : 1);
}

function partOf(seconds: number, number: number): Part {
  if (seconds <= PART_SECONDS) return {};
  return { start: number * PART_SECONDS, end: (number + 1) * PART_SECONDS };
}

function facts({ media_info: info, bytes, created_at, media_type: type }: VauFile): Html {
  const { duration_seconds: seconds, width, height } = info ?? {};
  const known = [
    ...(type === undefined ? [] : [type]),
    ...(seconds ? [shortClock(seconds)] : []),
    ...(width && height ? [`${width} × ${height}`] : []),
    ...(bytes === null ? [] : [sized(bytes)]),
  ];
  return html`<p class="quiet">${known.map((fact) => `${fact} · `)}${instant(created_at)}</p>`;
}

async function known(
  visitor: Visitor,
  file: VauFile,
  collections: readonly CollectionOfFile[],
  described: Described | undefined,
): Promise<Html> {
  const faces = await facesOfFile(visitor, file.id, collections);
  const moments = jumpsOfMoments(await momentsOfFile(visitor, file.id, collections));
  const { data: shares } = await visitor.ask('share.list', { query: { file_id: file.id, limit: 20 } });
  const { visual_scene_description: seen, scene_text: read, audio_description: heard } = described ?? {};
  const scenes = jumpsOf(seen);
  const texts = jumpsOf(read);
  const { lines, chapters } = spokenOf(described);
  const titled = (items: readonly Jump[]) => items.map((item) => ({ ...item, title: item.text }));
  const rows = [
    { name: 'Chapters', kind: 'chapter', marks: chapters },
    { name: 'Scenes', kind: 'scene', marks: shotsOf(described) ?? titled(scenes) },
    { name: 'Speech', kind: 'speech', marks: titled(lines.map((line) => ({ ...line }))) },
    { name: 'Text', kind: 'text', marks: titled(texts) },
    {
      name: 'Faces',
      kind: 'face',
      marks: faces.map(({ timestamp: at }) => ({ start: at, end: at, title: 'face' })),
    },
    { name: 'Moments', kind: 'moment', marks: titled(moments) },
  ] as const;
  return html`${timeline(rows, file.media_info?.duration_seconds ?? 0)}
${jumps('moments', 'Moments', moments)}${facesList(faces, file.media_type === 'image')}${jumps('scenes', 'Scenes', scenes)}${jumps('texts', 'Text on screen', texts)}${jumps('sounds', 'Sound', jumpsOf(heard))}
${collectionsList(visitor.root, collections)}${await sharesList(visitor, file.id, shares)}`;
}

function shotsOf({ shots }: Described = {}) {
  return shots?.map(({ start_time: start, end_time: end, index }) => ({
    start,
    end,
    title: `shot ${index + 1}`,
  }));
}

function spokenOf({ speech = [], chapters = [] }: Described = {}): Spoken {
  return {
    lines: speech.map(({ start_time: start, end_time: end, text, speaker }) => ({
      start,
      end,
      text,
      ...(speaker !== undefined && { speaker }),
    })),
    chapters: chapters.map(({ start_time: start, end_time: end, title, description }) => ({
      start,
      end,
      title: title || description,
    })),
  };
}
