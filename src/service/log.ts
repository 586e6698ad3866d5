import type { Writable } from 'node:stream';

/** What stands instead of a secret. */
const HIDDEN = '…';

/** Secrets by their form. The service writes none to its log; these catch what comes in texts of others. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bvau_[\w-]{30,}/g, `vau_${HIDDEN}`],
  [/\bwhsec_[\w+/=-]+/g, `whsec_${HIDDEN}`],
  [/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // A signed path, and what signs it: an expiry, a dot and a signature.
  [/\/m\/[^/\s"\\]+/g, `/m/${HIDDEN}`],
  [/\b[0-9a-z]{1,11}\.[\w-]{43}(?![\w-])/g, HIDDEN],
  // The name and password of a URL, and its query, which may sign it.
  [/(\bhttps?:\/\/)[^/\s"@\\]+@/gi, `$1${HIDDEN}@`],
  [/(\bhttps?:\/\/[^\s"?\\]+\?)[^\s"\\]+/gi, `$1${HIDDEN}`],
];

/** A text without tokens, signatures, secrets of webhooks, and passwords and queries of URLs. */
function withoutSecrets(text: string): string {
  return SECRETS.reduce((shown, [secret, instead]) => shown.replace(secret, instead), text);
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'plain' | 'json';
export type LogFields = Readonly<Record<string, unknown>>;

/** The service's log. Fields must never be secrets: no tokens, no signed URLs. */
export interface Log {
  /** Fields that cost something to find are found by a function, so that they cost nothing while nobody reads them. */
  debug(message: string, fields?: LogFields | (() => LogFields)): void;
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

type Sink = (record: LogRecord) => void;

/** A log that passes every record of at least `level` to `sink`. */
export function logTo(sink: Sink, level: LogLevel = 'info', fields: LogFields = {}): Log {
  return new LevelLog(sink, level, fields);
}

/** Every request has a log of its own: methods of a class cost nothing to make. */
class LevelLog implements Log {
  readonly #sink: Sink;
  readonly #level: LogLevel;
  readonly #fields: LogFields;
  readonly #parent: LevelLog | undefined;

  constructor(sink: Sink, level: LogLevel, fields: LogFields, parent?: LevelLog) {
    this.#sink = sink;
    this.#level = level;
    this.#fields = fields;
    this.#parent = parent;
  }

  debug(message: string, fields: LogFields | (() => LogFields) = {}): void {
    if (this.#level === 'debug')
      this.#write('debug', message, typeof fields === 'function' ? fields() : fields);
  }

  info(message: string, fields: LogFields = {}): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields: LogFields = {}): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields): Log {
    return new LevelLog(this.#sink, this.#level, fields, this);
  }

  /** Joined only when a line is written: few requests write one. */
  get #allFields(): LogFields {
    return this.#parent ? { ...this.#parent.#allFields, ...this.#fields } : this.#fields;
  }

  #write(level: LogLevel, message: string, fields: LogFields): void {
    if (ranks[level] < ranks[this.#level]) return;
    this.#sink({ time: Date.now(), level, message, fields: { ...this.#allFields, ...fields } });
  }
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
