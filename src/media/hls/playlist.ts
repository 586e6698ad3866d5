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

/** Names of the init segments that a playlist refers to (#EXT-X-MAP). */
export function initNames(text: string): string[] {
  return [...text.matchAll(/^#EXT-X-MAP:.*URI="([^"]+)"/gm)].flatMap(([, name]) => name ?? []);
}
