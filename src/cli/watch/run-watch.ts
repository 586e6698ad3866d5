/**
 * `vau watch`: a folder comes in; files that have settled (settling.ts) are uploaded as they arrive (attempt.ts), and
 * a journal keeps what is done.
 */

import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { absent, otherwiseNamed } from '../../client/absent.ts';
import { gate } from '../../client/wait/several.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import { openJournal } from '../bulk/journal.ts';
import { Results } from '../bulk/results.ts';
import { widthOf } from '../bulk/run-bulk.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { walk } from '../probe/walk.ts';
import { clean } from '../terminal/clean.ts';
import { checkCollection, collectionFor } from '../upload/collection.ts';
import { wantedIn } from '../upload/local-files.ts';
import { performer } from '../upload/perform.ts';
import { resultLine } from '../upload/result-line.ts';
import { maker } from '../upload/run-upload.ts';
import { attempt, hasChanged, type Means } from './attempt.ts';
import { journalFile, journalFolder, pruneJournal } from './journal-file.ts';
import { type Seen, type Settling, settling } from './settling.ts';

// One look at the whole folder. Network folders send no events, so this is what watching is made of.

interface Wanted {
  readonly folder: string;
  readonly recursive: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Endings of files that other programs are still writing, and rename when they are whole. */
const unfinished = /\.(part|partial|filepart|crdownload|download|tmp|temp)$|~$/i;

/** The files of the folder; those whose names say that they are unfinished only where a pattern asks for them. */
async function scan(
  { folder, recursive, include, exclude }: Wanted,
  unreadable: (place: string, error: unknown) => void,
): Promise<Seen[]> {
  const isWanted = await wantedIn(folder, { include, exclude });
  const seen: Seen[] = [];
  for await (const file of walk(folder, recursive, unreadable)) {
    if ((include.length === 0 && unfinished.test(path.basename(file))) || !isWanted(file)) continue;
    // Gone since it was listed.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) seen.push({ file, size: found.size, changed: found.mtimeMs });
    else if (!found && otherwiseNamed(file).length > 0) unreadable(file, new Error(absent(file)));
  }
  return seen;
}

// Files that a program on this machine has open for writing.

/** O_WRONLY or O_RDWR, in the octal flags of fdinfo. */
const WRITES = 0o3;

/**
 * Those of these files that are open for writing. Only Linux tells, and only of this user's programs: an empty answer
 * means that nothing is known. @param files absolute paths without symbolic links
 */
async function openForWriting(files: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(files);
  const found = new Set<string>();
  for (const name of await namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    for (const fd of await namesIn(`/proc/${name}/fd`)) {
      const file = await readlink(`/proc/${name}/fd/${fd}`).catch(() => '');
      if (wanted.has(file) && (await writes(`/proc/${name}/fdinfo/${fd}`))) found.add(file);
    }
  }
  return found;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function writes(info: string): Promise<boolean> {
  const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(await readFile(info, 'utf8').catch(() => '')) ?? [];
  return (Number.parseInt(flags, 8) & WRITES) !== 0;
}

export interface WatchFlags {
  readonly folder: string;
  readonly collection?: string | undefined;
  readonly create?: boolean | undefined;
  readonly collectionType?: CollectionType | undefined;
  readonly recursive?: boolean | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly metadata?: string | undefined;
  readonly inPlace?: boolean | undefined;
  readonly settle?: number | undefined;
  readonly interval?: number | undefined;
  readonly once?: boolean | undefined;
}

/** Uploads at once. */
const WIDTH = widthOf(undefined);
/** Delays while the service does not respond, in milliseconds. */
const AWAY_MS = { first: 1_000, longest: 60_000 };
/** The shortest pause between two scans, in milliseconds. */
const LEAST_MS = 50;
/** A scan of a large folder is followed by a pause of this many times its own duration. */
const REST = 4;

interface Watch {
  readonly session: Session;
  readonly wanted: Wanted;
  readonly means: Means;
  readonly results: Results;
  readonly files: Settling;
  /** Places that could not be read at the last scan: each is named once. */
  unreadable: ReadonlySet<string>;
  lines: number;
  readonly once: boolean;
  /** Why no file can be uploaded any more. */
  stopped?: unknown;
  readonly away: Away;
}

/** Whether the service responds: `ms` is 0 if it does, else the current delay; nothing is sent before `until`. */
interface Away {
  ms: number;
  until: number;
}

/** Watches until Ctrl-C or SIGTERM; with --once, uploads what is there and does not change. @returns the exit status */
export async function runWatch(session: Session, upload: Command, flags: WatchFlags): Promise<ExitStatus> {
  const watch = await begin(session, upload, flags);
  if (!flags.once) session.note(`Watching ${clean(watch.wanted.folder)}. Press Ctrl-C to stop.`);
  const { signal } = session;
  const through = gate(WIDTH);
  const running = new Set<Promise<void>>();
  for (let scans = 1; !signal.aborted && watch.stopped === undefined; scans += 1) {
    const started = Date.now();
    for (const seen of await look(watch)) {
      const upload = through(() => uploadOne(watch, seen)).finally(() => running.delete(upload));
      running.add(upload);
    }
    if (flags.once && scans > 1) break;
    const pause = flags.once ? settleOf(flags) : Math.max(intervalOf(flags), REST * (Date.now() - started));
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(running);
  if (watch.stopped !== undefined && !signal.aborted) throw watch.stopped;
  const left = watch.files.open();
  if (left > 0) session.note(`${left} left: still changing, empty, or to be tried again`);
  session.note(watch.results.summary(undefined));
  return flags.once ? watch.results.status() : exit.done;
}

const settleOf = ({ settle = 10 }: WatchFlags): number => settle * 1_000;
const intervalOf = ({ interval = 5 }: WatchFlags): number => Math.max(LEAST_MS, interval * 1_000);

async function begin(session: Session, upload: Command, flags: WatchFlags): Promise<Watch> {
  const { collection: name, create = false, collectionType, inPlace = false, metadata } = flags;
  checkCollection(name, create, collectionType);
  const found = await stat(flags.folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new UsageError(
      `${flags.folder} ${found ? 'is not a folder' : 'does not exist'}; name a folder to watch`,
    );
  // Without links, as the system shows which files are being written.
  const folder = await realpath(flags.folder);
  const { base_url: address } = await session.settings();
  await session.beforeChange();
  // Before a collection is created: without a journal, nothing is uploaded.
  journalFolder(session.env);
  const wanted = { create, type: collectionType };
  const collection = name === undefined ? undefined : await collectionFor(session, { name, ...wanted });
  const typed = { words: [undefined], flags: { ...(metadata !== undefined && { metadata }), inPlace } };
  const perform = performer(session, {
    width: WIDTH,
    again: false,
    preflight: true,
    inPlace,
    collection: () => collection,
    sidecar: () => {},
    progress: () => undefined,
  });
  const { recursive = false, include = [], exclude = [] } = flags;
  const file = journalFile(session.env, folder, address.value, collection, String(inPlace));
  await pruneJournal(file, session.signal);
  return {
    session,
    unreadable: new Set<string>(),
    lines: 0,
    once: flags.once === true,
    away: { ms: 0, until: 0 },
    wanted: { folder, recursive, include, exclude },
    means: {
      make: await maker(session, upload, typed),
      perform,
      journal: await openJournal(file, session.signal),
    },
    results: new Results(streaming(session), { line: resultLine(session), endless: true }),
    files: settling(settleOf(flags)),
  };
}

/** A result must not wait for an end that does not come: with -o json each is a line, too, and with --fields or --query. */
const streaming = (session: Session): Session =>
  session.output === 'table' && session.flags.fields === undefined && session.flags.query === undefined
    ? session
    : { ...session, signal: session.signal, output: 'ndjson' };

/** The files that are ready, and that no program of this machine is writing. */
function unreadableNote(place: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? clean(message) : `${clean(place)} cannot be read: ${code}`;
}

async function look(watch: Watch): Promise<Seen[]> {
  const { session, wanted, files } = watch;
  const unreadable = new Set<string>();
  const seen = await scan(wanted, (place, error) => {
    unreadable.add(place);
    if (!watch.unreadable.has(place)) session.note(unreadableNote(place, error));
  });
  watch.unreadable = unreadable;
  const ready = files.scanned(seen, Date.now());
  if (ready.length === 0) return ready;
  const written = await openForWriting(ready.map(({ file }) => file));
  for (const one of ready) if (written.has(one.file)) files.putBack(one);
  return ready.filter(({ file }) => !written.has(file));
}

async function uploadOne(watch: Watch, seen: Seen): Promise<void> {
  const { session, means, results, files, away } = watch;
  if (session.signal.aborted || watch.stopped !== undefined || Date.now() < away.until)
    return files.putBack(seen);
  // Its writer may have closed it between the scan and the look at who has it open.
  if (await hasChanged(seen)) return files.putBack(seen);
  watch.lines += 1;
  const { end, result, note, error } = await attempt(means, seen, watch.lines);
  if (end === 'stop') {
    watch.stopped ??= error;
    return;
  }
  if (end === 'away' && watch.once) watch.stopped ??= error;
  if (end === 'away') return waitForService(watch, seen, note ?? '');
  if (away.ms > 0) session.note('The service responds again');
  away.ms = 0;
  const delay = end === 'failed' ? files.failed(seen, Date.now()) : undefined;
  if (end === 'done') files.done(seen);
  if (note !== undefined) session.note(clean(note));
  if (result) await results.add(result);
  if (delay !== undefined) session.note(`${clean(seen.file)} is tried again in ${delay / 1_000} s`);
  if (results.stopped) watch.stopped ??= new LocalError(results.stopped.message);
}

/** The service is away: no file is to blame, and none is named. */
function waitForService({ session, files, away }: Watch, seen: Seen, reason: string): void {
  files.putBack(seen);
  if (Date.now() < away.until) return;
  if (away.ms === 0) session.note(`The service does not respond (${clean(reason)}); waiting for it`);
  away.ms = Math.min(AWAY_MS.longest, away.ms * 2 || AWAY_MS.first);
  away.until = Date.now() + away.ms;
}
