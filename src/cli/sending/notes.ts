/** What vau knows about uploads that were interrupted: in the journal of --resume, else in the configuration folder. */
import { appendFileSync, createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { ConfigError, configurationAdvice, reasonOf } from '../../config/errors.ts';
import { makeFolder } from '../../media/files.ts';
import { LocalError } from '../errors/errors.ts';

const noteSchema = z.object({
  /** The id of the upload at the service. */
  id: z.string().regex(/^[\w-]{1,200}$/),
  /** Size in bytes and time of change (Unix ms) of the file. */
  size: z.int(),
  mtime: z.number(),
  /** Hash of what is stored with the file. */
  described: z.string(),
  /** SHA-256 of its first bytes, and how many they are. */
  hashed: z.int(),
  sha256: z.string(),
});

/** An upload that was begun: where, and of which content. */
export type Note = z.output<typeof noteSchema>;

/** Notes by key; see `keyOf`. */
export interface Notes {
  find(key: string): Promise<Note | undefined>;
  /** Writes a note, replacing an earlier one. @throws ConfigError if the configuration folder takes none; LocalError for a journal */
  keep(key: string, note: Note): Promise<void>;
  forget(key: string): Promise<void>;
}

/** Days after which the note of an upload that was never resumed is removed. */
const keptDays = 30;

/** Notes in a folder, a file each, readable by its owner only. */
export function notesIn(folder: string): Notes {
  const at = (key: string) => path.join(folder, `${key}.json`);
  let ready = false;
  const prepare = () => {
    if (ready) return;
    makeFolder(folder, 0o700);
    removeOld(folder);
    ready = true;
  };
  return {
    async find(key) {
      const text = await readFile(at(key), 'utf8').catch(() => '');
      return parsed(text, noteSchema);
    },
    async keep(key, note) {
      try {
        prepare();
        // A reader never sees half of a note, even after a kill.
        const next = `${at(key)}.${process.pid}`;
        await writeFile(next, JSON.stringify(note), { mode: 0o600 });
        await rename(next, at(key));
      } catch (error) {
        throw new ConfigError(`Cannot write ${folder}: ${reasonOf(error)}`, configurationAdvice(error));
      }
    },
    // A note that stays is held against the service before it is used.
    forget: (key) => rm(at(key), { force: true }).catch(() => undefined),
  };
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > keptDays * 24 * 3_600_000) void rm(file, { force: true });
  }
}

const lineSchema = z.object({ upload: z.object({ key: z.string(), note: noteSchema.optional() }) });

/** Notes as lines of a journal, between the results. A line without a note ends an upload. */
export function notesInJournal(file: string, signal: AbortSignal): Notes {
  let reading: Promise<Map<string, Note>> | undefined;
  const known = () => {
    reading ??= readJournal(file, signal);
    return reading;
  };
  const add = async (key: string, note?: Note) => {
    const notes = await known();
    if (note) notes.set(key, note);
    else if (!notes.delete(key)) return;
    try {
      appendFileSync(file, `${JSON.stringify({ upload: { key, note } })}\n`, { mode: 0o600 });
    } catch (error) {
      throw new LocalError(`Cannot write ${file}: ${reasonOf(error)}`);
    }
  };
  return { find: async (key) => (await known()).get(key), keep: add, forget: (key) => add(key) };
}

async function readJournal(file: string, signal: AbortSignal): Promise<Map<string, Note>> {
  const notes = new Map<string, Note>();
  if (!existsSync(file)) return notes;
  for await (const text of createInterface({ input: createReadStream(file, { signal }) })) {
    const { upload } = parsed(text, lineSchema) ?? {};
    if (upload?.note) notes.set(upload.key, upload.note);
    else if (upload) notes.delete(upload.key);
  }
  return notes;
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
