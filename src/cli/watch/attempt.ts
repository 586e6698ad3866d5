/** Uploads one file of a watched folder. */
import { stat } from 'node:fs/promises';
import { writeJson } from '../../client/json/json.ts';
import { sniffFile } from '../../media/index.ts';
import type { Outcome } from '../bulk/carry-out.ts';
import type { Item, Make } from '../bulk/items.ts';
import type { Journal } from '../bulk/journal.ts';
import type { ItemResult } from '../bulk/results.ts';
import { failureOf, isInterruption } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { failureAsJson } from '../terminal/message.ts';
import type { Seen } from './settling.ts';

export interface Means {
  readonly make: Make;
  readonly perform: (item: Item) => Promise<Outcome>;
  readonly journal: Journal;
}

/**
 * `done`: nothing more until it changes, with or without a line. `failed`: worth another try. `away`: the service does
 * not respond. `stop`: no file can succeed.
 */
export interface Attempt {
  readonly end: 'done' | 'failed' | 'away' | 'stop';
  readonly result?: ItemResult;
  /** For people, where there is no result. */
  readonly note?: string;
  readonly error?: unknown;
}

/** Uploads a file that is ready. Never throws. @param line number of the result */
export async function attempt({ make, perform, journal }: Means, seen: Seen, line: number): Promise<Attempt> {
  const { file } = seen;
  let item: Item | undefined;
  try {
    if (!(await isMedia(file)))
      return { end: 'done', note: `Left out ${file}: not video, audio or an image` };
    item = await make({ line, fields: { path: file }, file });
    if (journal.has(item.key)) return { end: 'done' };
    const { value, status, sent } = await perform(item);
    const upload = sent === undefined ? {} : { sent };
    const told = { line, key: item.key, input: item.input, exit_status: status, ...upload, result: value };
    if (await hasChanged(seen)) return { end: 'done', result: { ...told, ...changedMeanwhile, ok: false } };
    const result = { ...told, ok: status === exit.done };
    journal.add(writeJson(result));
    // Its processing failed: to send the same content again would not help.
    return { end: 'done', result };
  } catch (error) {
    return failedAttempt(error, seen, line, item);
  }
}

async function failedAttempt(error: unknown, seen: Seen, line: number, item?: Item): Promise<Attempt> {
  const failure = failureOf(error);
  const { exitStatus, status = 0, message } = failure;
  if (isInterruption(error) || exitStatus === exit.interrupted || exitStatus === exit.signIn)
    return { end: 'stop', error };
  if (exitStatus === exit.network || [502, 503, 504].includes(status))
    return { end: 'away', note: message, error };
  if (await isGone(seen)) return { end: 'done', note: `${seen.file} went away before it was uploaded` };
  const input = item?.input ?? { path: seen.file };
  const result = { line, input, ok: false, exit_status: exitStatus, error: failureAsJson(failure) };
  return { end: isFinal(exitStatus, status) ? 'done' : 'failed', result };
}

/** Whether the file itself is refused: only another content helps. */
const isFinal = (exitStatus: number, status: number): boolean =>
  exitStatus === exit.usage || [400, 403, 413, 415].includes(status);

const changedMeanwhile = {
  exit_status: exit.conflict,
  error: {
    code: 'changed',
    message: 'it changed while it was uploaded; it is uploaded again when it has stopped changing',
  },
};

async function isMedia(file: string): Promise<boolean> {
  return sniffFile(file).then(
    () => true,
    // An error with a cause comes from the system: the upload will say what is wrong.
    (fault: Error) => fault.cause !== undefined,
  );
}

/** Whether a file is no longer as a scan saw it; one that is gone is not. */
export async function hasChanged({ file, size, changed }: Seen): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && (found.size !== size || found.mtimeMs !== changed);
}

const isGone = ({ file }: Seen): Promise<boolean> =>
  stat(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
