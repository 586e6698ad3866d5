/** Where a watch keeps what it has done. */
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigError, configurationAdvice, reasonOf } from '../../config/errors.ts';
import { configFolder } from '../../config/paths.ts';
import { makeFolder } from '../../media/files.ts';
import { linesOf } from '../bulk/lines.ts';
import { hashOf } from '../model/columns.ts';

/** Days after which the journal of a folder that nobody watches any more is removed. */
const KEPT_DAYS = 365;
const DAY_MS = 24 * 3_600_000;

/** The folder of the journals, which is made. @throws ConfigError if it cannot be written */
export function journalFolder(env: NodeJS.ProcessEnv): string {
  const folder = path.join(configFolder(env), 'watch');
  return writing(folder, () => {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return folder;
  });
}

function writing<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refused(folder, error);
  }
}

const refused = (folder: string, error: unknown): ConfigError =>
  new ConfigError(
    `Cannot write the journal of the watch in ${folder}: ${reasonOf(error)}`,
    configurationAdvice(error),
  );

/**
 * The journal of one folder, service and collection: the same in every run. Removes those that are no longer used. @throws
 * ConfigError if it cannot be written
 */
export function journalFile(env: NodeJS.ProcessEnv, ...of: readonly (string | undefined)[]): string {
  const folder = journalFolder(env);
  const file = path.join(folder, `${hashOf(of)}.ndjson`);
  const now = new Date();
  writing(folder, () => {
    if (!existsSync(file)) return;
    accessSync(file, constants.W_OK);
    utimesSync(file, now, now);
  });
  for (const name of readdirSync(folder)) {
    const other = path.join(folder, name);
    const used = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - used > KEPT_DAYS * DAY_MS) rmSync(other, { force: true });
  }
  return file;
}

/**
 * Leaves out of a journal what a watch does not need again: files that are no longer there, failures, and all of a result
 * but its key and file. Changes nothing if none of the files is there: then their disk may be missing. @throws ConfigError
 */
export async function pruneJournal(file: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(file)) return;
  const next = `${file}.${process.pid}`;
  let kept = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const { text } of linesOf(createReadStream(file), file, signal)) {
      const { key, ok, input } = entryOf(text);
      if (ok !== true || typeof key !== 'string' || typeof input?.path !== 'string') continue;
      if (!existsSync(input.path)) continue;
      kept += 1;
      yield `${JSON.stringify({ key, ok, input: { path: input.path } })}\n`;
    }
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(next, { mode: 0o600 }));
    if (kept > 0) await rename(next, file);
  } catch (error) {
    signal.throwIfAborted();
    throw refused(path.dirname(file), error);
  } finally {
    await rm(next, { force: true });
  }
}

interface Entry {
  readonly key?: unknown;
  readonly ok?: unknown;
  readonly input?: { readonly path?: unknown };
}

/** A line of a journal; empty if it is not whole. */
function entryOf(text: string): Entry {
  try {
    return Object(JSON.parse(text)) as Entry;
  } catch {
    return {};
  }
}
