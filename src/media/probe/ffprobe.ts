import { MediaError } from '../errors.ts';
import { inputArgs, MAX_ALLOC } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { MediaChapter, MediaStream, StreamType } from '../types.ts';
import { type Ending, endingReader } from './ending.ts';
import { cleanTags, known, languageOf, MAX_DESCRIPTION_BYTES, type Raw } from './raw.ts';
import {
  bitDepth,
  clockwise,
  displaySize,
  emptyStream,
  frameRateOf,
  hdrOf,
  isPlayed,
  numberOf,
  round,
  sampleAspectOf,
  timecodeOf,
  usualLayout,
} from './shape.ts';
import { LONGEST_PACKET_SECONDS } from './stream-packets.ts';

type Json = Record<string, unknown>;

interface Found {
  streams?: Json[];
  chapters?: Json[];
  packets?: Json[];
  format?: Json;
}

interface Limits {
  signal?: AbortSignal | undefined;
  timeoutSeconds: number;
}

/**
 * Packets that are read of a file's end. It is read from the last key frame, so ten seconds of film have some hundreds;
 * the end is not known where there are more.
 */
const MOST_PACKETS = 2_000;

/** A seek to a second that no file has ends at the last point that can be sought. */
const LAST_PACKETS = ['-read_intervals', `100000000%+#${MOST_PACKETS}`];
const PACKET_FIELDS = 'packet=stream_index,pts_time,duration_time,flags';

/**
 * Reads a file with ffprobe.
 * @param ended whether to see how it ends too, which takes no other run
 * @throws MediaError
 */
export async function readFfprobe(
  ffprobe: string,
  file: string,
  sniffed: Sniffed,
  limits: Limits,
  ended: boolean,
): Promise<Raw> {
  if (!ended) return describe(ffprobe, file, sniffed, limits, []);
  const packets = ['-show_entries', PACKET_FIELDS, ...LAST_PACKETS];
  return describe(ffprobe, file, sniffed, limits, packets).catch((error: unknown) => {
    // It may be whole and yet cannot be sought.
    if (error instanceof MediaError && error.code === 'unreadable')
      return describe(ffprobe, file, sniffed, limits, []);
    throw error;
  });
}

async function describe(
  ffprobe: string,
  file: string,
  sniffed: Sniffed,
  limits: Limits,
  more: readonly string[],
): Promise<Raw> {
  const args = ['-hide_banner', '-v', 'error', '-max_alloc', String(MAX_ALLOC)];
  args.push('-show_format', '-show_streams', '-show_chapters', ...more, '-of', 'json');
  args.push(...inputArgs(file, sniffed));
  const { stdout } = await run(ffprobe, args, {
    file,
    signal: limits.signal,
    timeoutSeconds: limits.timeoutSeconds,
    maxOutputBytes: MAX_DESCRIPTION_BYTES,
  });
  const found = JSON.parse(stdout.toString('utf8')) as Found;
  const format = found.format ?? {};
  const streams = (found.streams ?? []).map(streamOf);
  return {
    format: String(format.format_name ?? ''),
    duration: numberOf(format.duration),
    start: numberOf(format.start_time),
    streams,
    chapters: (found.chapters ?? []).map((chapter) => chapterOf(chapter, numberOf(format.start_time) ?? 0)),
    tags: cleanTags(format.tags as Json | undefined),
    ending: endingOf(found.packets ?? [], streams, numberOf(format.start_time) ?? 0),
    playedEnd: playedEndOf(found.streams ?? [], streams, numberOf(format.start_time) ?? 0),
  };
}

/** Where picture and sound end by their own headers; undefined if one of them does not say. */
function playedEndOf(
  found: readonly Json[],
  streams: readonly MediaStream[],
  start: number,
): number | undefined {
  const ends = streams.flatMap((stream, at) => {
    if (!isPlayed(stream)) return [];
    return [
      (numberOf(found[at]?.start_time) ?? start) - start + (numberOf(found[at]?.duration) ?? Number.NaN),
    ];
  });
  const end = Math.max(...ends);
  return Number.isFinite(end) ? end : undefined;
}

/** @param start the second of the file's own clock that is its first */
function endingOf(
  packets: readonly Json[],
  streams: readonly MediaStream[],
  start: number,
): Ending | undefined {
  if (packets.length >= MOST_PACKETS) return undefined;
  const played = new Set(streams.filter(isPlayed).map(({ index }) => index));
  const last = endingReader();
  for (const packet of packets) {
    const stream = numberOf(packet.stream_index) ?? -1;
    const begin = (numberOf(packet.pts_time) ?? Number.NaN) - start;
    // Marked D: needed to decode others, and not shown.
    if (!played.has(stream) || String(packet.flags).includes('D')) continue;
    const lasts = Math.min(LONGEST_PACKET_SECONDS, numberOf(packet.duration_time) ?? 0);
    last.add({ stream: String(stream), begin, end: begin + lasts, bytes: 0 });
  }
  return last.ending() ?? undefined;
}

/** Chapters have the container's clock. @param begin where it stands at second 0 of the file */
function chapterOf(json: Json, begin: number): MediaChapter {
  const secondOf = (time: unknown) => Math.max(0, round((numberOf(time) ?? 0) - begin, 3));
  return {
    start: secondOf(json.start_time),
    end: secondOf(json.end_time),
    title: cleanTags(json.tags as Json | undefined).title ?? null,
  };
}

const TYPES: readonly string[] = ['video', 'audio', 'subtitle', 'attachment'];

function streamOf(json: Json): MediaStream {
  const named = String(json.codec_type ?? 'data');
  const type = (TYPES.includes(named) ? named : 'data') as StreamType;
  const tags = cleanTags(json.tags as Json | undefined);
  const flags = (json.disposition ?? {}) as Record<string, number>;
  const stream: MediaStream = {
    ...emptyStream(numberOf(json.index) ?? 0, type),
    codec: known(json.codec_name),
    profile: known(json.profile),
    language: languageOf(tags.language),
    title: tags.title ?? null,
    timecode: timecodeOf(tags.timecode),
    default: flags.default === 1,
    forced: flags.forced === 1,
    hearing_impaired: flags.hearing_impaired === 1 || flags.captions === 1,
    commentary: [flags.comment, flags.descriptions, flags.metadata].includes(1),
    attached_pic: flags.attached_pic === 1,
    bit_rate: numberOf(json.bit_rate),
  };
  if (type === 'video') return { ...stream, ...videoOf(json) };
  return type === 'audio' ? { ...stream, ...audioOf(json) } : stream;
}

function audioOf(json: Json): Partial<MediaStream> {
  const channels = numberOf(json.channels);
  return {
    channels,
    channel_layout: known(json.channel_layout) ?? usualLayout(channels),
    sample_rate: numberOf(json.sample_rate),
  };
}

function videoOf(json: Json): Partial<MediaStream> {
  const sides = (json.side_data_list ?? []) as Json[];
  const width = numberOf(json.width) || null;
  const height = numberOf(json.height) || null;
  const sampleAspect = sampleAspectOf(json.sample_aspect_ratio);
  const matrix = sides.find((side) => 'rotation' in side);
  const rotation = clockwise(numberOf(matrix?.rotation) ?? 0);
  const shown = width && height ? displaySize(width, height, sampleAspect, rotation) : null;
  const pixelFormat = known(json.pix_fmt);
  const transfer = known(json.color_transfer);
  const dolbyVision = sides.some((side) => String(side.side_data_type).startsWith('DOVI'));
  return {
    width: shown?.[0] ?? null,
    height: shown?.[1] ?? null,
    coded_width: width,
    coded_height: height,
    sample_aspect: sampleAspect,
    rotation,
    display_matrix: matrix !== undefined,
    frame_rate: frameRateOf(json.avg_frame_rate),
    pixel_format: pixelFormat,
    bit_depth: bitDepth(pixelFormat),
    color: {
      range: known(json.color_range),
      space: known(json.color_space),
      transfer,
      primaries: known(json.color_primaries),
    },
    hdr: hdrOf(transfer, dolbyVision),
  };
}
