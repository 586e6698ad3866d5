import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { isWholeText } from '../../../contract/index.ts';
import { badRequest, isDiskFull, messageOf, ServiceError, tooLarge, unsupportedMedia } from '../../errors.ts';
import { type Received, receiveFile } from '../../store/objects/receive-file.ts';
import { displayName } from '../../text/display-name.ts';
import { type BodyLimits, readPieces } from './body.ts';

/** A file part, streamed to a temporary file. The handler moves the file away, or it is deleted. */
export interface StoredPart extends Received {
  readonly path: string;
  /** The name given by the sender, made safe to display; never used in a path. */
  readonly filename: string;
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, StoredPart>;
}

export interface FormLimits extends Omit<BodyLimits, 'most'> {
  /** Returns a new path for each file part. */
  readonly tmpFile: () => Promise<string>;
  /** Maximum size of each named file part, in bytes; parts with other names are refused. */
  readonly files: Readonly<Record<string, number>>;
  readonly signal: AbortSignal;
}

const FIELD_BYTES = 1024 * 1024;
const MOST_FIELDS = 50;

/**
 * Reads a multipart form. File parts are streamed to disk and hashed on the way, never held in memory. If it throws (a
 * limit, a broken form, the sender hanging up), it leaves no temporary file.
 * @throws 400 for an empty, broken or cut-off form and for unknown parts, 413 for large ones, 415 for another content
 * type, 408 for a body that is too slow
 */
export async function readForm(request: Request, limits: FormLimits): Promise<Form> {
  const pieces = readPieces(request, { ...limits, most: mostBytes(limits) });
  const first = await pieces.next();
  if (first.done) throw badRequest('the body is empty; send a multipart form with a file part named "file"');
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a body of type ${type.slice(0, 100) || 'unknown'}`, 'multipart/form-data');
  const reader = new FormReader(limits);
  try {
    const parser = reader.listen(makeParser(type, limits));
    await pipeline(Readable.from(fromFirst(first.value, pieces)), parser, { signal: limits.signal });
    await reader.written();
    return reader;
  } catch (error) {
    await reader.discard();
    if (error instanceof ServiceError || isDiskFull(error)) throw error;
    if (limits.signal.aborted) throw badRequest('the upload was cut off');
    throw badRequest(`the multipart body cannot be read: ${messageOf(error)}`);
  } finally {
    await pieces.return(undefined);
  }
}

/** Size of all files and fields, with a little room for the rest. */
function mostBytes({ files }: FormLimits): number {
  return Object.values(files).reduce((sum, most) => sum + most, (MOST_FIELDS + 1) * FIELD_BYTES);
}

async function* fromFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Deletes the parts that no handler moved away. */
export async function discardForm(form: Form): Promise<void> {
  await Promise.all([...form.files.values()].map((part) => rm(part.path, { force: true })));
}

function makeParser(type: string, limits: FormLimits): busboy.Busboy {
  const files = Object.keys(limits.files).length;
  const parts = MOST_FIELDS + files;
  const options = { fieldSize: FIELD_BYTES, fields: MOST_FIELDS, files, parts, headerPairs: 50 };
  try {
    // The last part of a path is taken later, by what kind of path it is.
    const names = { defParamCharset: 'utf8', preservePath: true };
    return busboy({ headers: { 'content-type': type }, limits: options, ...names });
  } catch (error) {
    throw badRequest(`the multipart body cannot be read: ${messageOf(error)}`);
  }
}

class FormReader implements Form {
  readonly fields = new Map<string, string>();
  readonly files = new Map<string, StoredPart>();
  readonly #limits: FormLimits;
  readonly #begun = new Set<string>();
  readonly #paths: string[] = [];
  readonly #writes: Promise<void>[] = [];

  constructor(limits: FormLimits) {
    this.#limits = limits;
  }

  listen(parser: busboy.Busboy): busboy.Busboy {
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated) parser.destroy(tooLarge(`field ${shown(name)}`, FIELD_BYTES));
      else if (this.fields.has(name)) parser.destroy(badRequest(`the form has field ${shown(name)} twice`));
      else this.fields.set(name, value);
    });
    parser.on('file', (name, stream, info) => {
      // If the form is abandoned, its parts end with an error, whether or not anyone reads them.
      stream.on('error', () => undefined);
      // After a malformed header, the parser reads the rest of its piece; nothing would end these parts.
      if (parser.destroyed) return void stream.destroy();
      const write = this.#store(name, stream, info.filename);
      write.catch((error: Error) => parser.destroy(error));
      this.#writes.push(write);
    });
    const tooMany = () =>
      parser.destroy(badRequest(`the form has more than ${MOST_FIELDS} fields, or too many files`));
    return parser.on('filesLimit', tooMany).on('fieldsLimit', tooMany).on('partsLimit', tooMany);
  }

  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#writes);
    await Promise.all(this.#paths.map((file) => rm(file, { force: true })));
  }

  async #store(name: string, stream: Readable, filename: string | undefined): Promise<void> {
    const most = this.#limits.files[name];
    if (most === undefined) throw badRequest(`unknown file part named ${shown(name)}`);
    if (!isWholeText(filename ?? ''))
      throw badRequest(`the filename of file part ${shown(name)} contains NUL`);
    if (this.#begun.has(name)) throw badRequest(`the form has more than one file part named "${name}"`);
    this.#begun.add(name);
    const target = await this.#limits.tmpFile();
    this.#paths.push(target);
    const limits = { most, tooLarge: () => tooLarge(`file part ${name}`, most) };
    const received = await receiveFile(stream, target, limits);
    this.files.set(name, { path: target, filename: displayName(unescaped(filename)), ...received });
  }
}

/** As forms escape names: a quotation mark and line ends, and nothing else (https://html.spec.whatwg.org/#multipart-form-data). */
const unescaped = (filename?: string): string | undefined =>
  filename?.replace(/%(22|0A|0D)/gi, (escaped) => decodeURIComponent(escaped));

/** A part may have no name. */
function shown(name = ''): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
