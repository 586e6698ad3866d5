import type { FrameRate, HdrFormat, MediaProbe, MediaStream, MediaType, StreamType } from '../types.ts';

/** @returns the number in a program's output, or null for `N/A`, `0/0` and the like */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Parses `30000/1001` or `4:3`. @returns numerator and denominator, both positive, or null */
export function ratioOf(value: unknown): [number, number] | null {
  const found = typeof value === 'string' ? /^(\d+)[/:](\d+)$/.exec(value) : null;
  const top = Number(found?.[1] ?? 0);
  const bottom = Number(found?.[2] ?? 0);
  return top > 0 && bottom > 0 ? [top, bottom] : null;
}

/** Parses a sample aspect ratio, reduced; an unknown one counts as square. */
export function sampleAspectOf(value: unknown): string {
  const [top, bottom] = ratioOf(value) ?? [1, 1];
  const divisor = commonDivisor(top, bottom);
  return `${top / divisor}:${bottom / divisor}`;
}

/** @returns a frame rate from its exact ratio */
export function frameRateOf(value: unknown): FrameRate | null {
  const ratio = ratioOf(value);
  if (!ratio) return null;
  return { rational: `${ratio[0]}/${ratio[1]}`, value: round(ratio[0] / ratio[1], 3) };
}

/**
 * The exact ratio of a rate printed with two decimals: 29.97 is 30000/1001.
 * @param rate frames per second, as printed
 */
export function frameRateFromDecimal(rate: number): FrameRate | null {
  if (!(rate > 0)) return null;
  const whole = Math.round(rate);
  if (Math.abs(rate - whole) < 0.001) return frameRateOf(`${whole}/1`);
  for (const base of [24, 30, 48, 60, 120]) {
    if (Math.abs((base * 1000) / 1001 - rate) < 0.006) return frameRateOf(`${base * 1000}/1001`);
  }
  const divisor = commonDivisor(Math.round(rate * 100), 100);
  return frameRateOf(`${Math.round(rate * 100) / divisor}/${100 / divisor}`);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** @returns the number with at most `decimals` decimals */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** Whether two ISO 639 codes name the same language: `de`, `deu`, `ger` and `de-AT` do. */
export function sameLanguage(one: string, other: string): boolean {
  return shortest(one) === shortest(other);
}

/** Codes of no, several or unnamed languages, and those for local use: broadcasters have qaa for the original sound. */
const UNNAMED = /^(?:mul|mis|zxx|und|q[a-t][a-z])$/;

/** Whether a tag surely names a language: some media have free text there. */
export function namesLanguage(tag: string | null | undefined): tag is string {
  const [language = ''] = (tag ?? '').toLowerCase().split(/[-_]/);
  return /^[a-z]{2,3}$/.test(language) && !UNNAMED.test(language);
}

/** The name of a language in English. @param tag one that names a language; the tag itself where it is not known */
export function languageName(tag: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(shortest(tag)) ?? tag;
}

/** The two-letter code where there is one. */
function shortest(code: string): string {
  const [language = ''] = code.toLowerCase().split(/[-_]/);
  try {
    return new Intl.Locale(language).language;
  } catch {
    return language;
  }
}

/** A stream of which only index and type are known. */
export function emptyStream(index: number, type: StreamType): MediaStream {
  return {
    index,
    type,
    codec: null,
    profile: null,
    language: null,
    title: null,
    default: false,
    forced: false,
    hearing_impaired: false,
    commentary: false,
    attached_pic: false,
    bit_rate: null,
    width: null,
    height: null,
    coded_width: null,
    coded_height: null,
    sample_aspect: null,
    rotation: null,
    display_matrix: null,
    frame_rate: null,
    timecode: null,
    pixel_format: null,
    bit_depth: null,
    color: null,
    hdr: null,
    channels: null,
    channel_layout: null,
    sample_rate: null,
  };
}

const TIMECODE = /^\d{2}:[0-5]\d:[0-5]\d[:;.]\d{2,3}$/;

/** A tag as the timecode of a first frame; null where it is none. */
export function timecodeOf(tag: string | undefined): string | null {
  return tag !== undefined && TIMECODE.test(tag) ? tag.replace('.', ';') : null;
}

/** Display size in pixels: applies the sample aspect ratio, then swaps the sides for a quarter turn. */
export function displaySize(
  width: number,
  height: number,
  sampleAspect: string | null,
  rotation: number,
): [number, number] {
  const [top, bottom] = ratioOf(sampleAspect) ?? [1, 1];
  const wide = Math.max(1, Math.round((width * top) / bottom));
  return rotation % 180 === 90 ? [height, wide] : [wide, height];
}

/** @returns the stream with another rotation, and its new display size */
export function turned(stream: MediaStream, rotation: number): MediaStream {
  const { coded_width, coded_height, sample_aspect } = stream;
  if (!coded_width || !coded_height) return { ...stream, rotation };
  const [width, height] = displaySize(coded_width, coded_height, sample_aspect, rotation);
  return { ...stream, rotation, width, height };
}

/** @returns clockwise degrees for ffmpeg's counter-clockwise angle */
export function clockwise(angle: number): number {
  return (((Math.round(-angle / 90) * 90) % 360) + 360) % 360;
}

/** Files do not need to name the layout of one or two channels. */
export function usualLayout(channels: number | null): string | null {
  if (channels === 1) return 'mono';
  return channels === 2 ? 'stereo' : null;
}

/** Bits per sample, from the pixel format's name (`yuv420p10le` has 10). */
export function bitDepth(pixelFormat: string | null): number | null {
  if (!pixelFormat) return null;
  if (/^(rgb|bgr)(48|64)|^(rgba|bgra)64|^gray16|^ya16|^p016|^p216|^p416/.test(pixelFormat)) return 16;
  const found =
    /(?:p|gray|gbrp|gbrap|bayer_\w+?|x2rgb|x2bgr|nv20|^p0|^p2|^p4)(9|10|12|14|16)(?:le|be)?$/.exec(
      pixelFormat,
    );
  return found ? Number(found[1]) : 8;
}

/** @param dolbyVision whether there is a Dolby Vision record */
export function hdrOf(transfer: string | null, dolbyVision: boolean): HdrFormat | null {
  if (dolbyVision) return 'Dolby Vision';
  if (transfer === 'smpte2084') return 'HDR10';
  return transfer === 'arib-std-b67' ? 'HLG' : null;
}

/** The first stream a player would show, ignoring cover pictures. */
export function mainVideo(probe: Pick<MediaProbe, 'streams'>): MediaStream | undefined {
  return probe.streams.find((stream) => stream.type === 'video' && !stream.attached_pic);
}

/** Whether a stream has time: sound, or a picture that is not a cover, of a codec that can be decoded. */
export function isPlayed({ type, codec, attached_pic }: MediaStream): boolean {
  return codec !== null && (type === 'audio' || (type === 'video' && !attached_pic));
}

/** The first audio stream, of those that this ffmpeg can decode if there are any. */
export function mainAudio(probe: Pick<MediaProbe, 'streams'>): MediaStream | undefined {
  return audioOf(probe)[0];
}

/** Telephones add a second track in a codec of their own, which may come first. */
function audioOf({ streams }: Pick<MediaProbe, 'streams'>): MediaStream[] {
  const audio = streams.filter((stream) => stream.type === 'audio');
  const known = audio.filter(({ codec }) => codec !== null);
  return known.length > 0 ? known : audio;
}

/**
 * The audio stream to understand, of those that can be decoded: one in the requested language, else the default one,
 * else the first.
 * @param language ISO 639 code of two or three letters, with or without a region
 */
export function chooseAudio(
  probe: Pick<MediaProbe, 'streams'>,
  language?: string | undefined,
): MediaStream | undefined {
  const audio = audioOf(probe);
  const spoken = (stream: MediaStream) =>
    language !== undefined && stream.language !== null && sameLanguage(stream.language, language);
  return audio.find(spoken) ?? audio.find((stream) => stream.default) ?? audio[0];
}

/**
 * The kind of media. A cover picture does not make a song a video; a picture file with one frame is an image, and an
 * animated one (GIF, APNG, AVIF) is a video.
 */
export function mediaType(streams: MediaStream[], picture: boolean, animated: boolean): MediaType | null {
  if (mainVideo({ streams })) return picture && !animated ? 'image' : 'video';
  if (mainAudio({ streams })) return 'audio';
  return null;
}
