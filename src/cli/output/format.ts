/** Formats single values. */
import { writeJson } from '../../client/json/json.ts';
import type { Format } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';

/** A person on a terminal gets readable values, a program on a pipe exact ones. */
export type Reader = 'person' | 'program';

/** The text of a cell; empty for a missing value. */
export function formatValue(value: unknown, format: Format = 'text', reader: Reader = 'person'): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && Number.isFinite(value)) return formatNumber(value, format, reader);
  if (typeof value === 'string')
    return clean(format === 'id' && reader === 'person' ? shortId(value) : value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return clean(value.join(', '));
  return clean(typeof value === 'object' ? writeJson(value) : String(value));
}

/** The first group of a UUID: commands find a resource by the beginning of its id. */
export const shortId = (id: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.slice(0, 8) : id;

function formatNumber(value: number, format: Format, reader: Reader): string {
  if (format === 'time') return formatTime(value, reader);
  if (reader === 'program') return String(value);
  if (format === 'bytes') return formatBytes(value);
  if (format === 'duration') return formatDuration(value);
  if (format === 'seconds') return formatClock(value);
  if (format === 'rate') return formatRate(value);
  if (format === 'score') return String(Number(value.toPrecision(3)));
  if (format === 'credits') return formatCredits(value);
  return String(value);
}

/** Unix milliseconds from 1973 to 5138; services that count in seconds or in microseconds send none of these numbers. */
const [leastMs, mostMs] = [1e11, 1e14];

/** A time of a service as Unix milliseconds: the API's own, or what some services send instead. */
export function unixMs(time: number): number {
  if (time > 0 && time < leastMs) return time * 1000;
  return time >= mostMs ? time / 1000 : time;
}

/**
 * Formats a Unix time: ISO 8601 in UTC for programs. For people, how long ago it was, and after a week the local date and
 * time.
 */
export function formatTime(time: number, reader: Reader, now = Date.now()): string {
  const ms = unixMs(time);
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(time);
  if (reader === 'program') return date.toISOString();
  return relative((now - ms) / 60_000) ?? localTime(date);
}

/** Relative time, for less than a week; negative minutes are in the future. */
function relative(minutes: number): string | undefined {
  const away = Math.abs(minutes);
  if (away < 1) return 'just now';
  const length =
    away < 60
      ? `${Math.floor(away)} min`
      : away < 24 * 60
        ? `${Math.floor(away / 60)} h`
        : away < 7 * 24 * 60
          ? `${Math.floor(away / 1440)} d`
          : undefined;
  return length && (minutes > 0 ? `${length} ago` : `in ${length}`);
}

function localTime(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Bytes in steps of 1024: 512 B, 1.5 MiB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  const size = bytes / 1024 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`;
}

/** Bits per second: 64 kb/s, 1.2 Mb/s. */
export function formatRate(bits: number): string {
  if (bits < 1000) return `${bits} b/s`;
  return bits < 1_000_000 ? `${Math.round(bits / 1000)} kb/s` : `${(bits / 1_000_000).toFixed(1)} Mb/s`;
}

/** Groups of three digits: 1,000,000. */
const formatCredits = (credits: number): string =>
  credits.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** Seconds as a duration: 0.5 s, 1:05, 2:00:09. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  return clock(Math.round(seconds));
}

/** Seconds as a position in the media: 0:07.5, 1:05, 2:00:09. */
export function formatClock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = tenths % 10;
  return `${clock(Math.floor(tenths / 10))}${rest ? `.${rest}` : ''}`;
}

function clock(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
