import { type RawBuilder, sql } from 'kysely';
import type { FoundItem } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { perEngine } from '../../store/sql/engine.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import { compose } from '../../understanding/compose.ts';
import type { ModalityLine } from '../../understanding/modalities/modality-lines.ts';
import { groupBy } from '../common/lists/lists.ts';

/** The contents of a segment: its speech, on-screen text, scenes, and its key frames. */
export type Inside = Required<Pick<FoundItem, 'speech' | 'scene_text' | 'visual_description' | 'keyframes'>>;

/** A segment as analysed in one collection. */
export interface Place {
  readonly segment_id: string;
  readonly collection_id: string;
}

export const placeKey = ({ segment_id, collection_id }: Place) => `${collection_id} ${segment_id}`;

/** Segments read at a time. */
const PORTION = 100;
const SHOWN = ['speech', 'scene_text', 'visual_scene_description'] as const;

/**
 * The contents of segments, by `placeKey`. They are read when a search is shown, not stored with it, so deleted content
 * is not shown.
 */
export async function insideOf(db: Db, places: readonly Place[], link: Link): Promise<Map<string, Inside>> {
  const inside = new Map<string, Inside>();
  for (let from = 0; from < places.length; from += PORTION)
    for (const [key, parts] of await portion(db, places.slice(from, from + PORTION), link))
      inside.set(key, parts);
  return inside;
}

async function portion(db: Db, places: readonly Place[], link: Link): Promise<[string, Inside][]> {
  const ids = [...new Set(places.map(({ segment_id }) => segment_id))];
  const segments = await db
    .selectFrom('segments')
    .select(['id', 'start_time', 'end_time'])
    .where('id', 'in', listOf(ids))
    .where(isKept('segments'))
    .execute();
  const lines = await linesIn(db, places);
  const pictures = await db
    .selectFrom('thumbnails')
    .select(['segment_id', 'time', 'object_key'])
    .where('segment_id', 'in', listOf(ids))
    .where('type', '=', 'keyframe')
    .orderBy('time')
    .execute();
  const keyframes = groupBy(pictures, ({ segment_id }) => segment_id);
  const spans = new Map(segments.map((segment) => [segment.id, segment]));
  return places.flatMap((place): [string, Inside][] => {
    const span = spans.get(place.segment_id);
    if (!span) return [];
    const shown = (keyframes.get(place.segment_id) ?? []).map(({ time, object_key: key }) => ({
      time,
      thumbnail_url: link(key),
    }));
    return [[placeKey(place), { ...partsIn(lines.get(placeKey(place)) ?? [], span), keyframes: shown }]];
  });
}

/**
 * The lines of each place. The cross joins fix the order of reading: left to itself, SQLite reads every line of the
 * collections.
 */
async function linesIn(db: Db, places: readonly Place[]): Promise<Map<string, ModalityLine[]>> {
  const rows = await db
    .selectFrom(tableOf(places).as('p'))
    .crossJoin('segments as s')
    .crossJoin('modality_lines as l')
    .select(['p.segment_id', 'p.collection_id', 'l.modality', 'l.text', 'l.speaker'])
    .select(['l.start_time as start', 'l.end_time as end'])
    .whereRef('s.id', '=', 'p.segment_id')
    .whereRef('l.collection_id', '=', 'p.collection_id')
    .whereRef('l.file_id', '=', 's.file_id')
    .where('l.modality', 'in', SHOWN)
    .whereRef('l.start_time', '<', 's.end_time')
    .whereRef('l.end_time', '>=', 's.start_time')
    .where(isKept('modality_lines', 'l'))
    .orderBy('l.start_time')
    .orderBy('l.position')
    .orderBy('l.modality')
    .execute();
  const byPlace = groupBy(rows, placeKey);
  return new Map([...byPlace].map(([key, own]) => [key, own.map(toLine)]));
}

/** PostgreSQL takes json_each for a thousand rows, and then reads all lines rather than look so many up. */
function tableOf(places: readonly Place[]): RawBuilder<Place> {
  const pairs = JSON.stringify(places.map(({ segment_id, collection_id }) => [segment_id, collection_id]));
  const [segments, collections] = [
    places.map(({ segment_id }) => segment_id),
    places.map(({ collection_id }) => collection_id),
  ];
  return perEngine(
    sql<Place>`(select value->>0 as segment_id, value->>1 as collection_id from json_each(${pairs}))`,
    () => sql`(select segment_id, collection_id
      from unnest(${segments}::text[], ${collections}::text[]) as place (segment_id, collection_id))`,
  );
}

interface LineRow {
  modality: string;
  text: string;
  start: number;
  end: number;
  speaker: string | null;
}

function toLine({ text, start, end, speaker, ...line }: LineRow): ModalityLine {
  const modality = line.modality as (typeof SHOWN)[number];
  return { modality, text, start, end, ...(speaker !== null && { speaker }) };
}

/** In the format of descriptions. */
function partsIn(
  lines: readonly ModalityLine[],
  span: { start_time: number; end_time: number },
): Omit<Inside, 'keyframes'> {
  const whole = { title: '', lines, segments: [], providers: {} };
  const wish = { start: span.start_time, end: span.end_time, modalities: SHOWN, summary: false };
  const { speech = [], scene_text = [], visual_scene_description = [] } = compose(whole, wish);
  return { speech, scene_text, visual_description: visual_scene_description };
}
