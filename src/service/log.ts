import type { Writable } from 'node:stream';
import { withoutSecrets } from './log-secrets.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'plain' | 'json';
export type LogFields = Readonly<Record<string, unknown>>;

/** The service's log. Fields must never be secrets: no tokens, no signed URLs. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log that adds these fields to every line. */
  child(fields: LogFields): Log;
}

export interface LogRecord {
  /** Unix milliseconds. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

const ranks: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A log that passes every record of at least `level` to `sink`. */
export function logTo(
  sink: (record: LogRecord) => void,
  level: LogLevel = 'info',
  fields: LogFields = {},
): Log {
  const at =
    (rank: LogLevel) =>
    (message: string, more: LogFields = {}) => {
      if (ranks[rank] < ranks[level]) return;
      sink({ time: Date.now(), level: rank, message, fields: { ...fields, ...more } });
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => logTo(sink, level, { ...fields, ...more }),
  };
}

/** A log that writes one line per record to a stream (a file or standard error). */
export function streamLog(stream: Writable, level: LogLevel = 'info', format: LogFormat = 'plain'): Log {
  return logTo((record) => void stream.write(`${formatRecord(record, format)}\n`), level);
}

/** A log that discards everything. */
export const silentLog: Log = logTo(() => undefined, 'error');

/** One line without its line end and without secrets: JSON, or time, level, message and key=value pairs. */
export function formatRecord(record: LogRecord, format: LogFormat): string {
  return withoutSecrets(lineOf(record, format));
}

function lineOf(record: LogRecord, format: LogFormat): string {
  const time = new Date(record.time).toISOString();
  const fields = plainFields(record.fields);
  if (format === 'json')
    return JSON.stringify({ time, level: record.level, message: record.message, ...fields });
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${quote(value)}`);
  return `${time} ${record.level.padEnd(5)} ${oneLine(record.message)}${pairs.join('')}`;
}

/** Fields that can be written as JSON: an error becomes its stack. */
export function plainFields(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]));
}

function plain(value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** File names and tool output come from outside; a log line must stay one line. */
function oneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}
