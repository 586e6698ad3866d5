/**
 * OpenTimelineIO. The oldest schema version of each object that every release of the library reads: Timeline.1, Stack.1,
 * Track.1, Clip.1, ExternalReference.1, TimeRange.1, RationalTime.1. Pure.
 */
import { frameAt } from '../timecode.ts';
import type { Clip, Film } from './clips.ts';

/** The timeline of a film, as JSON: its clips one after the other, on a track for the picture and one for the sound. */
export function timelineOf(film: Film): string {
  const { file, name } = film;
  const hasPicture = file.media_type !== 'audio';
  const hasSound = !hasPicture || file.has_audio === true;
  const tracks = [...(hasPicture ? ['Video'] : []), ...(hasSound ? ['Audio'] : [])];
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { vau: { file_id: file.file_id } },
    name,
    global_start_time: null,
    tracks: {
      ...item('Stack.1', 'tracks'),
      children: tracks.map((kind) => ({
        ...item('Track.1', kind),
        kind,
        children: film.clips.map((clip) => clipOf(film, clip)),
      })),
    },
  };
  return `${JSON.stringify(timeline, undefined, 2)}\n`;
}

const item = (schema: string, name: string) => ({
  ...{ OTIO_SCHEMA: schema, metadata: {}, name, source_range: null, effects: [], markers: [] },
});

function clipOf({ file, name: film, rate: { top, bottom } }: Film, { name, row, start, frames }: Clip) {
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: top / bottom, value });
  const range = (from: number, count: number) => ({
    ...{ OTIO_SCHEMA: 'TimeRange.1', start_time: time(from), duration: time(count) },
  });
  const length =
    typeof file.duration_seconds === 'number' ? frameAt(file.duration_seconds, { top, bottom }) : 0;
  return {
    ...item('Clip.1', name),
    metadata: { vau: row },
    source_range: range(start, frames),
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      metadata: {},
      name: film,
      available_range: length > 0 ? range(0, length) : null,
      target_url: encodeURIComponent(film),
    },
  };
}
