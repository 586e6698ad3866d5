import type { VauFile } from '../../contract/index.ts';
import { type CollectionOfFile, collectionsOfFile } from '../resources/collection-files/of-file.ts';
import { tracks as textTracks } from '../resources/shares/pages/captions.ts';
import { type Html, html } from '../web/html.ts';
import type { Spoken } from '../web/player-page.ts';
import { besidePlayer, shortClock } from '../web/player-page.ts';
import { fileState } from './cards.ts';
import { type Described, describedFile, facesOfFile, momentsOfFile, type Part } from './file-known.ts';
import { collectionsList, facesList, jumps, jumpsOf, jumpsOfMoments, sharesList } from './file-lists.ts';
import { playerOf } from './file-media.ts';
import { gapsNote, instant, isOpenStatus, pager, pageWished, sized } from './parts.ts';
import { timeline } from './timeline.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

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
    ...{ title: file.filename, tab: 'Files', content, wide: beside.aside !== undefined },
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
  const titled = (items: ReturnType<typeof jumpsOf>) => items.map((item) => ({ ...item, title: item.text }));
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
      ...{ start, end, text },
      ...(speaker !== undefined && { speaker }),
    })),
    chapters: chapters.map(({ start_time: start, end_time: end, title, description }) => ({
      ...{ start, end },
      title: title || description,
    })),
  };
}
