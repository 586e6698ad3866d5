/** One entry of an HLS media playlist. */
export interface PlaylistSegment {
  /** As in the playlist: a relative name. */
  uri: string;
  /** Seconds. */
  duration: number;
  /** Seconds from the start of the playlist. */
  start: number;
  /** Tags of this entry, including #EXTINF. */
  lines: string[];
}

export interface Playlist {
  /** Tags before the first entry. */
  header: string[];
  segments: PlaylistSegment[];
  /** Total duration in seconds. */
  durationSeconds: number;
  /** Whether it has an end marker. */
  ended: boolean;
}

/** Tags that apply to the entry that follows them (RFC 8216, section 4.3.2). */
const SEGMENT_TAGS = /^#EXT(INF|-X-BYTERANGE|-X-DISCONTINUITY$|-X-PROGRAM-DATE-TIME|-X-GAP)/;

/** Parses a media playlist (RFC 8216). Unknown lines are kept. */
export function parsePlaylist(text: string): Playlist {
  const header: string[] = [];
  const segments: PlaylistSegment[] = [];
  let pending: string[] = [];
  let start = 0;
  let ended = false;
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === '') continue;
    if (line === '#EXT-X-ENDLIST') ended = true;
    else if (!line.startsWith('#')) {
      const duration = durationOf(pending);
      segments.push({ uri: line, duration, start, lines: pending });
      start += duration;
      pending = [];
    } else if (SEGMENT_TAGS.test(line) || pending.length > 0) pending.push(line);
    else if (segments.length === 0) header.push(line);
    else pending.push(line);
  }
  return { header, segments, durationSeconds: start, ended };
}

function durationOf(lines: string[]): number {
  const found = lines.map((line) => /^#EXTINF:([\d.]+)/.exec(line)).find((match) => match !== null);
  return Number(found?.[1] ?? 0);
}

/** A playlist cut to a window, and the window's position in it. */
export interface TrimmedPlaylist {
  text: string;
  /** Time in the whole stream at which the cut playlist starts, in seconds. */
  startsAt: number;
  /** Seconds into the cut playlist at which the window starts and ends; a player stops at the end. */
  clipStart: number;
  clipEnd: number;
}

/**
 * Cuts a playlist to the entries that overlap a window, and asks players to start exactly at it (EXT-X-START with
 * PRECISE). Its end is rounded up to an entry: players that can should stop at `clipEnd`.
 * @param start seconds of the whole stream; below 0 counts as 0
 * @param end seconds of the whole stream; beyond the end counts as the end
 * @throws RangeError if the window is empty or outside the stream
 */
export function trimPlaylist(text: string, start: number, end: number): TrimmedPlaylist {
  const playlist = parsePlaylist(text);
  const from = Math.max(0, start);
  const to = Math.min(end, playlist.durationSeconds);
  const kept = playlist.segments.filter((entry) => entry.start < to && entry.start + entry.duration > from);
  const first = kept[0];
  if (!first || !(to > from)) {
    throw new RangeError(`The window from ${start} to ${end} s is not inside ${playlist.durationSeconds} s.`);
  }
  const offset = from - first.start;
  const dropped = playlist.segments.indexOf(first);
  const lines = [
    ...withSequence(playlist.header, dropped),
    `#EXT-X-START:TIME-OFFSET=${offset.toFixed(3)},PRECISE=YES`,
    ...kept.flatMap((entry) => [...entry.lines, entry.uri]),
    ...(playlist.ended ? ['#EXT-X-ENDLIST'] : []),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    startsAt: first.start,
    clipStart: offset,
    clipEnd: to - first.start,
  };
}

/** Entries keep their sequence numbers, so that a player never confuses them. */
function withSequence(header: string[], dropped: number): string[] {
  const lines = header.filter((line) => !line.startsWith('#EXT-X-START'));
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-MEDIA-SEQUENCE:'));
  if (at === -1) return dropped === 0 ? lines : [...lines, `#EXT-X-MEDIA-SEQUENCE:${dropped}`];
  const first = Number(lines[at]?.split(':')[1] ?? 0);
  return lines.with(at, `#EXT-X-MEDIA-SEQUENCE:${first + dropped}`);
}
