/** Sends one file: by a resumable upload if it is large and the service can, else in one request. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../client/client.ts';
import { ApiError, ClientError } from '../../client/errors.ts';
import { sendRest, UploadGone } from '../../client/resume/resume.ts';
import { canResume, createUpload, description, giveUp, offsetOf } from '../../client/resume/tus.ts';
import { ConfigError } from '../../config/errors.ts';
import { configFolder } from '../../config/paths.ts';
import { limits } from '../../contract/values/limits.ts';
import { isInterruption, LocalError } from '../errors/errors.ts';
import { at, hashOf } from '../model/columns.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { type Note, type Notes, notesIn, notesInJournal } from './notes.ts';

// Sends a file by a resumable upload, and goes on with an earlier one.

/** Reads a file that is sent in pieces, and hashes it on the way. */

/** Size of one read. */
const chunkSize = 256 * 1024;

class HashedFile {
  readonly #file: string;
  /** Its size. */
  readonly bytes: number;
  #hash = createHash('sha256');
  #at = 0;

  /** @param bytes its size; more is not read */
  constructor(file: string, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /** Number of bytes hashed so far. */
  get at(): number {
    return this.#at;
  }

  /** SHA-256 of the first `at` bytes, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Hashes the first bytes. @param end their number */
  async hashTo(end: number, signal?: AbortSignal): Promise<void> {
    if (end < this.#at) {
      this.#hash = createHash('sha256');
      this.#at = 0;
    }
    for await (const _ of this.#read(end)) signal?.throwIfAborted();
  }

  /** The content from a position on. @throws ClientError when the file has become shorter */
  async *from(offset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    await this.hashTo(offset, signal);
    yield* this.#read(this.bytes);
    if (this.#at !== this.bytes) throw new ClientError(`${this.#file} became shorter during the upload`);
  }

  async *#read(end: number): AsyncGenerator<Uint8Array> {
    if (end <= this.#at) return;
    const stream = createReadStream(this.#file, {
      highWaterMark: chunkSize,
      start: this.#at,
      end: end - 1,
    });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#hash.update(chunk);
      this.#at += chunk.length;
      yield chunk;
    }
  }
}

interface Manner {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly notes: Notes;
  readonly onProgress: (sent: number, total: number) => void;
  /** Called with the bytes that the service had already, before the others are sent. */
  readonly onResume?: (had: number) => void;
  /** Tells the person where an upload goes on, or why it begins anew. */
  readonly say: (text: string) => void;
}

/** What is sent, and what identifies it. */
interface Local {
  readonly file: string;
  readonly size: number;
  readonly mtime: number;
  readonly described: string;
  readonly key: string;
}

/** @returns the file; undefined if the service takes no more resumable uploads */
async function sendInPieces(local: Local, manner: Manner): Promise<unknown> {
  const { client, signal } = manner;
  const content = new HashedFile(local.file, local.size);
  const begun = await earlier(local, content, manner);
  const id = begun?.id ?? (await begin(local, manner));
  if (id === undefined) return undefined;
  const keep = () => keepNote(local, noteOf(local, id, content), manner);
  if (!begun) await keep();
  try {
    await sendRest(client, {
      id,
      bytes: local.size,
      signal,
      offset: begun?.offset ?? 0,
      from: (offset) => counted(content, offset, manner, keep),
    });
  } catch (error) {
    throw await unfinished(error, local, manner);
  }
  const file = await finished(id, local, content, manner);
  // An earlier upload that had ended, of a file that failed since: the content may be good, and is sent anew.
  return begun && at(file, 'status') === 'failed' ? sendInPieces(local, manner) : file;
}

/** Notes that cannot be written, of which the person was told. */
const unwritable = new WeakSet<Notes>();

/** Keeps a note. Where the configuration folder takes none, the upload goes on without. */
async function keepNote({ key }: Local, note: Note, { notes, say }: Manner): Promise<void> {
  if (unwritable.has(notes)) return;
  try {
    await notes.keep(key, note);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    unwritable.add(notes);
    say(`If it is interrupted, an upload cannot be resumed. ${error.message}. ${error.hint}`);
  }
}

/** After a break, the note stays; what the service refuses for good cannot go on. */
async function unfinished(error: unknown, { file, key }: Local, { notes, say }: Manner): Promise<unknown> {
  const gone = error instanceof UploadGone;
  if (gone || (error instanceof ApiError && [400, 404, 410, 413, 415].includes(error.status)))
    await notes.forget(key);
  if (isInterruption(error) && !unwritable.has(notes))
    say(`The same command goes on with ${path.basename(file)} where it stopped`);
  if (!gone) return error;
  return new LocalError(`The service no longer has the upload of ${file}`, {
    hint: 'Run the same command again: it uploads the file from its start.',
  });
}

/** The file that the upload became, once its content is known to be the local one. */
async function finished(
  id: string,
  local: Local,
  content: HashedFile,
  { client, signal, notes }: Manner,
): Promise<unknown> {
  const file = await client.send('file.get', { params: { file_id: id } }, { signal });
  await notes.forget(local.key);
  await content.hashTo(local.size, signal);
  const stored = at(file, 'content_hash');
  if (stored === undefined || stored === content.digest()) return file;
  throw await changedMeanwhile(local.file, file, { client, signal });
}

/** Deletes what was sent of a file that has changed. @returns the error */
async function changedMeanwhile(
  local: string,
  sent: unknown,
  { client, signal }: Pick<Manner, 'client' | 'signal'>,
): Promise<LocalError> {
  await client.send('file.delete', { params: { file_id: String(at(sent, 'id')) } }, { signal });
  return new LocalError(`${local} changed during the upload: what was sent is deleted again`, {
    hint: 'Run the same command again once the file no longer changes.',
  });
}

const noteOf = ({ size, mtime, described }: Local, id: string, content: HashedFile): Note => ({
  id,
  size,
  mtime,
  described: hashOf(described),
  hashed: content.at,
  sha256: content.digest(),
});

async function begin({ size, described }: Local, { client, signal }: Manner): Promise<string | undefined> {
  try {
    return await createUpload(client, size, described, signal);
  } catch (error) {
    // Too many unfinished uploads, or none any more: in one request it still can be sent.
    if (error instanceof ApiError && [404, 405, 409, 501].includes(error.status)) return undefined;
    throw error;
  }
}

/** The earlier upload of this file, if it can go on; else it is given up, and the person told why. */
async function earlier(
  local: Local,
  content: HashedFile,
  { client, signal, notes, onResume, say }: Manner,
): Promise<{ id: string; offset: number } | undefined> {
  const note = await notes.find(local.key);
  if (!note) return undefined;
  const name = path.basename(local.file);
  const anew = async (why: string) => {
    say(`${why}: uploading ${name} from its start`);
    await notes.forget(local.key);
    return undefined;
  };
  const changed = await whatChanged(local, note, content, signal);
  if (changed) {
    await giveUp(client, note.id, signal);
    return anew(`${name} ${changed} since its upload was interrupted`);
  }
  const offset = await offsetOf(client, note.id, { signal });
  if (offset === undefined) return anew(`The service no longer has the interrupted upload of ${name}`);
  const percent = Math.floor((100 * offset) / local.size);
  say(`Going on with the upload of ${name} at ${percent} % of ${formatBytes(local.size)}`);
  onResume?.(offset);
  return { id: note.id, offset };
}

/** What tells a file from the one that a note is about. */
async function whatChanged(
  local: Local,
  note: Note,
  content: HashedFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (local.size !== note.size || local.mtime !== note.mtime) return 'changed';
  if (hashOf(local.described) !== note.described) return 'got other metadata';
  await content.hashTo(note.hashed, signal);
  return content.digest() === note.sha256 ? undefined : 'changed';
}

/** The content from a position on; a note is written from time to time. */
async function* counted(
  content: HashedFile,
  offset: number,
  { onProgress, signal }: Manner,
  keep: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let noted = content.at;
  for await (const chunk of content.from(offset, signal)) {
    yield chunk;
    onProgress(content.at, content.bytes);
    if (content.at - noted < step(content.bytes)) continue;
    noted = content.at;
    await keep();
  }
}

/** Bytes between two notes: at most a hundred notes an upload. */
const step = (bytes: number): number => Math.max(8 * 1024 ** 2, bytes / 100);

/** The notes of a session. @param journal the file of --resume; without one, they are in the configuration folder */
export function notesOf({ env, signal }: Session, journal?: string): Notes {
  return journal === undefined
    ? notesIn(path.join(configFolder(env), 'uploads'))
    : notesInJournal(journal, signal);
}

/** Longest description that goes into a header, in characters; longer ones go with the file. */
const longestDescription = 6000;

/**
 * Sends the file of an upload request. @returns the file at the service @throws LocalError if it is still being written: what
 * was sent would be its beginning
 */
export async function sendUpload(request: Request, manner: Manner): Promise<unknown> {
  const local = request.files?.file;
  const sizeOf = async () =>
    local === undefined ? undefined : (await stat(local).catch(() => undefined))?.size;
  const before = await sizeOf();
  const sent = await sendWhole(request, manner);
  const after = await sizeOf();
  if (local === undefined || before === undefined || after === undefined || after === before) return sent;
  throw await changedMeanwhile(local, sent, manner);
}

async function sendWhole(request: Request, manner: Manner): Promise<unknown> {
  const { client, signal, onProgress } = manner;
  const local = await resumable(client, request);
  if (local && (await offered(client, signal))) {
    const sent = await sendInPieces(local, manner);
    if (sent !== undefined) return withSubtitles(sent, request, manner);
  }
  return client.send(request.operation, request, { signal, onProgress });
}

/** A resumable upload has one content: the subtitles follow, as the transcript of the file. */
async function withSubtitles(sent: unknown, { files = {} }: Request, { client, signal }: Manner) {
  const { subtitles } = files;
  if (subtitles === undefined) return sent;
  const params = { file_id: String(at(sent, 'id')) };
  return client.send('transcript.put', { params, files: { file: subtitles } }, { signal });
}

/** Asked once for each service. */
const offers = new WeakMap<Client, Promise<boolean>>();

function offered(client: Client, signal: AbortSignal): Promise<boolean> {
  const known = offers.get(client) ?? canResume(client, signal);
  offers.set(client, known);
  return known;
}

async function resumable(client: Client, { body, files = {} }: Request): Promise<Local | undefined> {
  const { file } = files;
  if (file === undefined) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || found.size < limits.resumableBytes) return undefined;
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  const described = description({ filename: path.basename(file), ...Object.fromEntries(fields) });
  if (described.length > longestDescription) return undefined;
  const key = hashOf([client.baseUrl, path.resolve(file)]);
  return { file, size: found.size, mtime: found.mtimeMs, described, key };
}
