/** Formats the result of a probe for people. All functions are pure. */
import type { MediaProbe, MediaStream } from '../../media/types.ts';
import { formatRate } from '../output/format.ts';

/** Seconds as h:mm:ss, or h:mm:ss.mmm if `exact`; `none` for a picture. */
export function clock(seconds: number | null, exact = false, none = ''): string {
  if (seconds === null) return none;
  const milliseconds = Math.round(seconds * 1000);
  const whole = exact ? Math.floor(milliseconds / 1000) : Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  const fraction = exact ? `.${String(milliseconds % 1000).padStart(3, '0')}` : '';
  return `${Number(hours)}:${minutes}:${rest}${fraction}`;
}

/** Bits per second as kb/s or Mb/s; empty when unknown. */
export const bitRate = (bits: number | null): string => (bits === null ? '' : formatRate(bits));

/** A frame rate, with the exact fraction if the decimal is rounded: 25, 29.97 (30000/1001). */
function frameRate(stream: MediaStream): string {
  if (!stream.frame_rate) return '';
  const { value, rational } = stream.frame_rate;
  const rounded = Math.round(value * 1000) / 1000;
  const exact = rational.endsWith('/1') || !rational.includes('/');
  return exact ? `${rounded} fps` : `${rounded} fps (${rational})`;
}

/** The size of a picture as displayed, and as stored if that differs. */
function picture(stream: MediaStream): string {
  if (stream.width === null || stream.height === null) return '';
  const shown = `${stream.width}x${stream.height}`;
  const stored = `${stream.coded_width}x${stream.coded_height}`;
  const notes = [
    stream.coded_width !== null && stored !== shown ? `stored ${stored}` : '',
    stream.sample_aspect && stream.sample_aspect !== '1:1' ? `sample aspect ${stream.sample_aspect}` : '',
    stream.rotation ? `rotated ${stream.rotation}°` : '',
  ].filter(Boolean);
  return notes.length > 0 ? `${shown} (${notes.join(', ')})` : shown;
}

/** Pixel format, depth, colour and HDR. */
function color(stream: MediaStream): string {
  const { range, space, transfer, primaries } = stream.color ?? {};
  const named = [...new Set([space, primaries, transfer].filter(Boolean))].join('/');
  const depth = stream.bit_depth && stream.bit_depth > 8 ? `${stream.bit_depth} bit` : '';
  return [stream.pixel_format, depth, named, range, stream.hdr].filter(Boolean).join(' ');
}

/** Sample rate and channels: `48000 Hz stereo`. */
function sound(stream: MediaStream): string {
  const channels = stream.channel_layout ?? (stream.channels === null ? '' : `${stream.channels} channels`);
  return [stream.sample_rate === null ? '' : `${stream.sample_rate} Hz`, channels].filter(Boolean).join(' ');
}

/** Codec and profile: `h264 High`. */
export function codec(stream: MediaStream): string {
  return [stream.codec ?? 'unknown', stream.profile].filter(Boolean).join(' ');
}

/** All details of one stream except its type and codec, in one line. */
export function streamDetails(stream: MediaStream): string {
  const flags = [
    stream.timecode ? `timecode ${stream.timecode}` : '',
    stream.attached_pic ? 'cover picture' : '',
    stream.default ? 'default' : '',
    stream.forced ? 'forced' : '',
    stream.title ? `"${stream.title}"` : '',
  ];
  const facts = [picture(stream), frameRate(stream), color(stream), sound(stream), bitRate(stream.bit_rate)];
  return [...facts, ...flags].filter(Boolean).join(', ');
}

/** The stream that a player chooses first. */
export function mainStream(probe: MediaProbe, type: 'video' | 'audio'): MediaStream | undefined {
  const streams = probe.streams.filter((stream) => stream.type === type && !stream.attached_pic);
  return streams.find((stream) => stream.default) ?? streams[0];
}

/** A short summary of the main video or audio stream, for one row of many; empty if there is none. */
export function summary(probe: MediaProbe, type: 'video' | 'audio'): string {
  const stream = mainStream(probe, type);
  if (!stream) return '';
  const facts =
    type === 'video'
      ? [stream.codec, picture(stream), frameRate(stream).replace(/ \(.*/, ''), stream.hdr]
      : [stream.codec, sound(stream), stream.language];
  return facts.filter(Boolean).join(' ');
}
