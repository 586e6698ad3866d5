import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg, MediaStream } from '../types.ts';
import { parseMetadata } from './ffmetadata.ts';
import { cleanTags, MAX_DESCRIPTION_BYTES, type Raw } from './raw.ts';
import { clockwise, turned } from './shape.ts';
import { streamLine } from './stream-line.ts';

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
  const angle = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line);
  if (angle) return turned(stream, clockwise(Number(angle[1])));
  return /DOVI configuration record/.test(line) ? { ...stream, hdr: 'Dolby Vision' } : stream;
}
