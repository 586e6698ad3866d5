/** Parses typed text into values. */

// fs/promises by way of fs, which loads it when a file is first read: nine modules of Node at every start less.
import { promises as files } from 'node:fs';
import type { Readable } from 'node:stream';
import { absent } from '../../client/absent.ts';
import { readJson } from '../../client/json/json.ts';
import { repeatedKey } from '../../client/json/json-text.ts';
import { isMachineFault, reasonOf } from '../../config/errors.ts';
import { textIn } from '../../config/text.ts';
import { isRecord } from '../../contract/record.ts';
import { type CliError, LocalError, UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { isAddress, placeOf, secondsOf } from '../model/place.ts';
import type { JsonObject, Value } from '../model/values.ts';
import type { Io } from '../terminal/io.ts';

// Parses a JSON or YAML text.

const hint = 'Give a file with JSON or YAML, or - for standard input.';

/**
 * The value of a document: JSON or YAML by the file name, else by its first character. @param where the file
 * that it comes from @param name the flag, for messages @throws UsageError when it is invalid, contains
 * several documents, or an object repeats a key
 */
async function readDocument(source: string, where: string, name: string): Promise<unknown> {
  const isJson = /\.json$/i.test(where) || (!/\.ya?ml$/i.test(where) && /^\s*[{[]/.test(source));
  if (!isJson) return readYaml(source, where, name);
  let value: unknown;
  try {
    value = readJson(source);
  } catch (error) {
    throw new UsageError(`${name}: ${where} is not JSON: ${(error as Error).message}`, { hint });
  }
  const found = repeatedKey(source);
  if (found) throw repeated(JSON.stringify(found.key), found.line, where, name);
  return value;
}

const repeated = (key: string, line: number | undefined, where: string, name: string): UsageError =>
  new UsageError(`${name}: ${where} repeats the key ${key}${line ? ` (again on line ${line})` : ''}`, {
    hint: 'Remove one of them: only one would count.',
  });

async function readYaml(source: string, where: string, name: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(source, { maxAliasCount: 50, logLevel: 'error' });
  } catch (error) {
    if (error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS')
      throw new UsageError(`${name}: ${where} contains several YAML documents; only one is allowed`, {
        hint: 'Put each into its own file, without the --- lines between them.',
      });
    if (error instanceof YAMLParseError && error.code === 'DUPLICATE_KEY')
      throw repeated(keyAt(source, error.pos[0]), error.linePos?.[0].line, where, name);
    const [what = ''] = (error as Error).message.split('\n');
    throw new UsageError(`${name}: ${where} is not YAML: ${what.replace(/:$/, '')}`, { hint });
  }
}

/** The key of a YAML map at a position, as written. */
const keyAt = (source: string, begin: number): string =>
  /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+)/.exec(source.slice(begin))?.[0].trim() ?? '';

/** Standard input, which is not opened before it is read. */
type Stdin = Pick<Io, 'stdin'>;

/**
 * Parses one text; the contract checks bounds.
 * @param name the flag or argument, for messages
 * @param io its standard input is the source of -
 * @throws UsageError that names the flag and what it allows
 */
export async function readValue(value: Value, text: string, name: string, io: Stdin): Promise<unknown> {
  switch (value.kind) {
    case 'text':
    case 'path':
      if (text === '' && value.placeholder !== 'TEXT') throw new UsageError(`${name} must not be empty`);
      return text;
    case 'integer':
      return numberFrom(text, name, /^[+-]?\d+$/, 'an integer');
    case 'number':
      return numberFrom(text, name, decimal, 'a number');
    case 'seconds':
      return secondsFrom(text, name);
    case 'day':
      return dayFrom(text, name);
    case 'choice':
      return value.open ? text : choiceFrom(text, name, value.choices ?? []);
    case 'range':
      return rangeFrom(text, name);
    case 'json':
      return jsonFrom(text, name, io);
    case 'prose':
      return (await textOf(text, name, io))[0];
    case 'document':
      return documentFrom(text === '-' || text.startsWith('@') ? text : `@${text}`, name, io);
    case 'object':
      return objectFrom(await jsonFrom(text, name, io), name);
    case 'picture':
      return pictureFrom(text, name);
    case 'switch':
      return true;
  }
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function numberFrom(text: string, name: string, form: RegExp, what: string): number {
  if (!form.test(text)) throw new UsageError(`${name} must be ${what} (got ${JSON.stringify(text)})`);
  return Number(text);
}

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** A duration in seconds: 20, 1.5, 500ms, 30s, 5m, 2h. Throws a UsageError that names the flag. */
export function secondsFrom(text: string, name: string): number {
  const found = /^(\d+\.?\d*|\.\d+)(ms|s|m|h)?$/.exec(text);
  if (!found?.[1])
    throw new UsageError(
      `${name} must be a duration such as 20, 1.5, 30s, 5m or 2h (got ${JSON.stringify(text)})`,
    );
  return Number(found[1]) * (units[found[2] ?? 's'] ?? 1);
}

/** A valid calendar day (2026-02-30 is not one), or a date-time with a zone. */
function dayFrom(text: string, name: string): string {
  const found = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text);
  const day = new Date(`${found?.[1] ?? ''}T00:00:00Z`);
  const real = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === found?.[1];
  if (!real || Number.isNaN(Date.parse(text)))
    throw new UsageError(
      `${name} must be a date written YYYY-MM-DD, or a date-time with a zone such as 2026-01-31T12:00:00Z (got ${JSON.stringify(text)})`,
    );
  return text;
}

function choiceFrom(text: string, name: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  const near = closest(text, choices);
  throw new UsageError(`${name} must be one of ${choices.join(', ')} (got ${JSON.stringify(text)})`, {
    ...(near ? { hint: `Did you mean ${near}?` } : {}),
  });
}

function rangeFrom(text: string, name: string): { start_time: number; end_time: number } {
  const [from = '', to = '', more] = text.split('-');
  const [start_time, end_time] = [from, to].map((one) => (decimal.test(one) ? Number(one) : secondsOf(one)));
  if (start_time === undefined || end_time === undefined || more !== undefined)
    throw new UsageError(
      `${name} must be START-END in seconds or as h:mm:ss, such as 0-12.5 or 1:02-1:10 (got ${JSON.stringify(text)})`,
    );
  if (end_time <= start_time)
    throw new UsageError(`${name} must end after it starts (got ${JSON.stringify(text)})`, {
      hint:
        end_time < start_time
          ? `Write START-END in seconds: ${to}-${from}.`
          : `Give an end after ${start_time} s.`,
    });
  return { start_time, end_time };
}

async function jsonFrom(text: string, name: string, io: Stdin): Promise<unknown> {
  const [source, where] = await textOf(text, name, io);
  try {
    return readJson(source);
  } catch (error) {
    throw new UsageError(`${name}: ${where} is not JSON: ${(error as Error).message}`, {
      hint: 'Give JSON inline, @FILE to read a file, or - for standard input.',
    });
  }
}

async function documentFrom(text: string, name: string, io: Stdin): Promise<unknown> {
  const [source, where] = await textOf(text, name, io);
  return readDocument(source, where, name);
}

async function textOf(text: string, name: string, io: Stdin): Promise<[string, string]> {
  if (text === '-' || text === '@-') return [await allOf(io.stdin), 'standard input'];
  if (!text.startsWith('@')) return [text, JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)];
  const file = text.slice(1);
  return [await fileText(file, name), file];
}

/** The largest picture that the service takes, in bytes. */
const mostBytes = 20 * 1024 ** 2;

/** @returns a `source_image`: see picture() in model/values.ts */
async function pictureFrom(text: string, name: string): Promise<JsonObject> {
  if (text === '') throw new UsageError(`${name} must not be empty`);
  if (isAddress(text)) return { url: text };
  try {
    const { size } = await files.stat(text);
    if (size > mostBytes)
      throw new UsageError(`${name}: ${text} has more than ${mostBytes / 1024 ** 2} MB`, {
        hint: 'Name a picture, or a frame of a file of the service: FILE@TIME.',
      });
    return { base64_image: (await files.readFile(text)).toString('base64') };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // What is no file of this machine may be one of the service.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(name, text, error);
  }
  const place = placeOf(text);
  return place ? { file_id: place.name, time: place.time } : { file_id: text };
}

/** The text of a local file. Throws a CliError that names the flag. */
export async function fileText(file: string, name: string): Promise<string> {
  try {
    return textIn(await files.readFile(file));
  } catch (error) {
    throw unreadable(name, file, error);
  }
}

/**
 * The error for an unreadable file: invalid usage, unless the machine has a problem. @param name the flag that names it;
 * empty where that is clear
 */
export function unreadable(name: string, file: string, error: unknown): CliError {
  const at = name === '' ? '' : `${name}: `;
  if (isMachineFault(error)) return new LocalError(`${at}cannot read ${file}: ${reasonOf(error)}`);
  const hint = 'Name a readable file.';
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new UsageError(`${at}${absent(file)}`, { hint });
  return new UsageError(`${at}cannot read ${file}: ${reasonOf(error)}`, { hint });
}

/** The whole text of a stream. */
export async function allOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return textIn(Buffer.concat(chunks));
}

function objectFrom(value: unknown, name: string): unknown {
  if (isRecord(value)) return value;
  throw new UsageError(`${name} must be a JSON object such as {"key": "value"}`);
}
