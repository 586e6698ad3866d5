/** Sends one file: by a resumable upload if it is large and the service can, else in one request. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../client/client.ts';
import { canResume, description } from '../../client/tus.ts';
import { configFolder } from '../../config/paths.ts';
import { limits } from '../../contract/limits.ts';
import { hashOf } from '../model/key.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { type Notes, notesIn, notesInJournal } from './notes.ts';
import { type Local, type Manner, sendInPieces } from './pieces.ts';

/** The notes of a session. @param journal the file of --resume; without one, they are in the configuration folder */
export function notesOf({ env, signal }: Session, journal?: string): Notes {
  return journal === undefined
    ? notesIn(path.join(configFolder(env), 'uploads'))
    : notesInJournal(journal, signal);
}

/** Longest description that goes into a header, in characters; longer ones, and subtitles, go with the file. */
const longestDescription = 6000;

/** Sends the file of an upload request. @returns the file at the service */
export async function sendUpload(request: Request, manner: Manner): Promise<unknown> {
  const { client, signal, onProgress } = manner;
  const local = await resumable(client, request);
  if (local && (await offered(client, signal))) {
    const sent = await sendInPieces(local, manner);
    if (sent !== undefined) return sent;
  }
  return client.send(request.operation, request, { signal, onProgress });
}

/** Asked once for each service. */
const offers = new WeakMap<Client, Promise<boolean>>();

function offered(client: Client, signal: AbortSignal): Promise<boolean> {
  const known = offers.get(client) ?? canResume(client, signal);
  offers.set(client, known);
  return known;
}

async function resumable(client: Client, { body, files = {} }: Request): Promise<Local | undefined> {
  const { file, ...others } = files;
  if (file === undefined || Object.keys(others).length > 0) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || found.size < limits.resumableBytes) return undefined;
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  const described = description({ filename: path.basename(file), ...Object.fromEntries(fields) });
  if (described.length > longestDescription) return undefined;
  const key = hashOf([client.baseUrl, path.resolve(file)]);
  return { file, size: found.size, mtime: found.mtimeMs, described, key };
}
