import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { ColorInfo, Ffmpeg, MediaChapter, MediaStream, StreamType } from '../types.ts';
import { cleanTags, known, languageOf, MAX_DESCRIPTION_BYTES, type Raw } from './raw.ts';
import {
  bitDepth,
  clockwise,
  displaySize,
  emptyStream,
  frameRateFromDecimal,
  hdrOf,
  numberOf,
  ratioOf,
  round,
  sampleAspectOf,
  timecodeOf,
  turned,
  usualLayout,
} from './shape.ts';

const HEAD = /^ +Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\[0x[\da-f]+\])?(?:\(([\w-]+)\))?: (\w+): (.*)$/i;

const CHANNELS: Record<string, number> = {
  mono: 1,
  stereo: 2,
  downmix: 2,
  '2.1': 3,
  '3.0': 3,
  '3.1': 4,
  '4.0': 4,
  quad: 4,
  '4.1': 5,
  '5.0': 5,
  '5.1': 6,
  '6.0': 6,
  hexagonal: 6,
  '6.1': 7,
  '7.0': 7,
  '7.1': 8,
  octagonal: 8,
  hexadecagonal: 16,
};

/** Still codecs of cover pictures in music files. */
const COVER_CODECS = ['mjpeg', 'png', 'bmp', 'gif', 'webp'];

/**
 * Parses one line of ffmpeg's description of its input.
 * @param line such as ` Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709), 1920x1080
 * ...`
 * @returns null if the line does not start a stream
 */
function streamLine(line: string): MediaStream | null {
  const head = HEAD.exec(line);
  if (!head) return null;
  const named = (head[3] ?? '').toLowerCase();
  const type = (['video', 'audio', 'subtitle', 'attachment'].includes(named) ? named : 'data') as StreamType;
  const { text, flags } = takeFlags(head[4] ?? '');
  const parts = splitOutside(text);
  const codec = codecOf(parts[0] ?? '');
  const stream: MediaStream = {
    ...emptyStream(Number(head[1]), type),
    ...codec,
    language: languageOf(head[2]),
    default: flags.includes('default'),
    forced: flags.includes('forced'),
    hearing_impaired: flags.includes('hearing impaired') || flags.includes('captions'),
    commentary: ['comment', 'descriptions', 'metadata'].some((flag) => flags.includes(flag)),
    attached_pic: flags.includes('attached pic'),
    bit_rate: kilobits(parts),
  };
  if (type === 'video') return videoOf(stream, parts.slice(1));
  return type === 'audio' ? { ...stream, ...audioOf(parts.slice(1)) } : stream;
}

/** Flags are at the end: `(default) (forced) (attached pic)`. */
function takeFlags(text: string): { text: string; flags: string[] } {
  const flags: string[] = [];
  const names =
    'default|dub|original|comment|lyrics|karaoke|forced|hearing impaired|visual impaired|clean effects|attached pic|timed thumbnails|captions|descriptions|metadata|dependent|still image|non-diegetic|multilayer';
  const last = new RegExp(` \\((${names})\\)$`);
  let rest = text.trimEnd();
  for (let found = last.exec(rest); found; found = last.exec(rest)) {
    flags.push(found[1] ?? '');
    rest = rest.slice(0, found.index);
  }
  return { text: rest, flags };
}

/** Splits at commas that are not inside brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()];
}

/** `h264 (High) (avc1 / 0x31637661)`: the codec, its profile unless that is the tag, and the tag. */
function codecOf(text: string): Pick<MediaStream, 'codec' | 'profile'> {
  const groups = [...text.matchAll(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map((found) => found[1] ?? '');
  const profile = groups.find((group) => !/\/ 0x[\da-f]+$/i.test(group));
  return { codec: known(text.split(' ')[0]), profile: known(profile) };
}

function kilobits(parts: string[]): number | null {
  const found = parts.map((part) => /^(\d+) kb\/s$/.exec(part)).find((match) => match !== null);
  return found ? Number(found[1]) * 1000 : null;
}

function audioOf(parts: string[]): Partial<MediaStream> {
  const rate = parts.map((part) => /^(\d+) Hz$/.exec(part)).find((match) => match !== null);
  const layout = parts[parts.findIndex((part) => part.endsWith(' Hz')) + 1] ?? '';
  const counted = /^(\d+) channels/.exec(layout);
  const base = layout.replace(/\(.*\)$/, '');
  const channels = counted ? Number(counted[1]) : (CHANNELS[base] ?? null);
  return {
    sample_rate: numberOf(rate?.[1]),
    channels,
    channel_layout: (counted ? null : known(layout)) ?? usualLayout(channels),
  };
}

function videoOf(stream: MediaStream, parts: string[]): MediaStream {
  const size = parts.map((part) => /^(\d+)x(\d+)(?: .*)?$/.exec(part)).find((match) => match !== null);
  const rate = parts.map((part) => /^([\d.]+)(k?) fps$/.exec(part)).find((match) => match !== null);
  const width = Number(size?.[1] ?? 0) || null;
  const height = Number(size?.[2] ?? 0) || null;
  const aspect = /\bSAR (\d+:\d+)/.exec(parts.join(', '))?.[1];
  const sampleAspect = sampleAspectOf(aspect);
  const shown = width && height ? displaySize(width, height, sampleAspect, 0) : null;
  const [pixelFormat, color] = pixelsOf(size ? parts[0] : undefined);
  // Builds before 4.2 do not print "attached pic"; a still codec without a frame rate is one.
  const cover = !rate && COVER_CODECS.includes(stream.codec ?? '');
  return {
    ...stream,
    attached_pic: stream.attached_pic || cover,
    width: shown?.[0] ?? null,
    height: shown?.[1] ?? null,
    coded_width: width,
    coded_height: height,
    sample_aspect: sampleAspect,
    rotation: 0,
    display_matrix: false,
    frame_rate: rate ? frameRateFromDecimal(Number(rate[1]) * (rate[2] ? 1000 : 1)) : null,
    pixel_format: pixelFormat,
    bit_depth: bitDepth(pixelFormat),
    color,
    hdr: hdrOf(color.transfer, false),
  };
}

const NO_COLOR: ColorInfo = { range: null, space: null, transfer: null, primaries: null };

/** `yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive)`; one name stands for all three if they agree. */
function pixelsOf(text: string | undefined): [string | null, ColorInfo] {
  const found = /^(\w+)(?:\((.*)\))?$/.exec(text ?? '');
  if (!found) return [null, NO_COLOR];
  const details = (found[2] ?? '').split(',').map((detail) => detail.trim());
  const range = details.find((detail) => detail === 'tv' || detail === 'pc') ?? null;
  const other = /^(tv|pc|progressive|top.*|bottom.*|left|\d+ bpc|unknown|)$/;
  const names = (details.find((detail) => !other.test(detail)) ?? '').split('/');
  const [space, primaries, transfer] = names.length === 3 ? names : [names[0], names[0], names[0]];
  return [
    known(found[1]),
    { range, space: known(space), primaries: known(primaries), transfer: known(transfer) },
  ];
}

/**
 * Parses ffmpeg's ffmetadata text: tags of the file, and its chapters.
 * @see https://ffmpeg.org/ffmpeg-formats.html#Metadata-2
 */
function parseMetadata(text: string): { tags: Record<string, string>; chapters: MediaChapter[] } {
  const tags: Record<string, string> = {};
  const chapters: Record<string, string>[] = [];
  let target: Record<string, string> | undefined = tags;
  for (const line of logicalLines(text)) {
    if (line.startsWith(';') || line === '') continue;
    if (line === '[CHAPTER]') {
      target = {};
      chapters.push(target);
    } else if (line.startsWith('[')) target = undefined;
    else if (target) assign(target, line);
  }
  return { tags, chapters: chapters.map(chapterOf) };
}

/** A line break inside a value is escaped by a backslash. */
function logicalLines(text: string): string[] {
  return text.split(/(?<!(?<!\\)(?:\\\\)*\\)\r?\n/);
}

function assign(target: Record<string, string>, line: string): void {
  const equals = /(?<!(?<!\\)(?:\\\\)*\\)=/.exec(line);
  if (!equals) return;
  target[unescaped(line.slice(0, equals.index))] = unescaped(line.slice(equals.index + 1));
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1');
}

function chapterOf(fields: Record<string, string>): MediaChapter {
  const [top, bottom] = ratioOf(fields.TIMEBASE) ?? [1, 1_000_000_000];
  const seconds = (name: string) => round((Number(fields[name] ?? 0) * top) / bottom, 3);
  return { start: seconds('START'), end: seconds('END'), title: fields.title ?? null };
}

/**
 * Reads a file with ffmpeg alone: the description of its input on standard error, and tags and chapters as ffmetadata
 * on standard output, in one run.
 * @throws MediaError
 */
export async function readBanner(
  ffmpeg: Ffmpeg,
  file: string,
  sniffed: Sniffed,
  limits: { signal?: AbortSignal | undefined; timeoutSeconds: number },
): Promise<Raw> {
  const args = [...globalArgs('info'), '-nostats', ...inputArgs(file, sniffed), '-f', 'ffmetadata', 'pipe:1'];
  let text = '';
  const { stdout } = await run(ffmpeg.path, args, {
    file,
    signal: limits.signal,
    timeoutSeconds: limits.timeoutSeconds,
    maxOutputBytes: MAX_DESCRIPTION_BYTES,
    maxErrorBytes: MAX_DESCRIPTION_BYTES,
    onErrorText: (piece) => {
      text += piece;
    },
  });
  const { tags, chapters } = parseMetadata(stdout.toString('utf8'));
  const found = parseBanner(text);
  // Old builds print no frame rate for a picture file either, but it is not a cover.
  const streams = sniffed.picture ? found.streams.map((s) => ({ ...s, attached_pic: false })) : found.streams;
  return { ...found, streams, chapters, tags: cleanTags(tags) };
}

/**
 * Parses ffmpeg's description of its first input.
 * @param text its standard error
 */
function parseBanner(text: string): Omit<Raw, 'chapters' | 'tags'> {
  const from = text.search(/^Input #0, /m);
  const to = text.search(/^(Output #0|Stream mapping:|At least one output)/m);
  const lines = text.slice(Math.max(0, from), to === -1 ? undefined : to).split(/\r?\n/);
  const format = /^Input #0, (.+), from '/.exec(lines[0] ?? '')?.[1] ?? '';
  const times = /Duration: (\S+?),(?: start: (-?[\d.]+),)?/.exec(text);
  return {
    format,
    duration: secondsOf(times?.[1]),
    start: times?.[2] === undefined ? null : Number(times[2]),
    streams: streamsOf(lines),
  };
}

function secondsOf(clock: string | undefined): number | null {
  const found = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(clock ?? '');
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : null;
}

function streamsOf(lines: string[]): MediaStream[] {
  const streams: MediaStream[] = [];
  for (const line of lines) {
    const started = streamLine(line);
    const current = streams.at(-1);
    if (started) streams.push(started);
    else if (current) streams[streams.length - 1] = withDetail(current, line);
  }
  return streams.sort((a, b) => a.index - b.index);
}

/** The lines below a stream: its tags, and side data such as a rotation or a Dolby Vision record. */
function withDetail(stream: MediaStream, line: string): MediaStream {
  const title = /^ +title +: (.*)$/.exec(line);
  if (title && stream.title === null) return { ...stream, title: title[1] ?? null };
  const timecode = /^ +timecode +: (.*)$/.exec(line);
  if (timecode) return { ...stream, timecode: timecodeOf(timecode[1]) };
  const angle = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line);
  if (angle) return { ...turned(stream, clockwise(Number(angle[1]))), display_matrix: true };
  return /DOVI configuration record/.test(line) ? { ...stream, hdr: 'Dolby Vision' } : stream;
}
