/**
 * `vau agent setup`: names of agents come in, or those found on this machine (known.ts); an entry for `vau mcp` is
 * written into the configuration of each, every other byte left as it is (edit.ts).
 */

import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { reasonOf } from '../../config/errors.ts';
import { makeFolder } from '../../media/files.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { agreed } from '../local/opening/agreed.ts';
import { launcher } from '../local/service/launcher.ts';
import { column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { entryIn, withEntry } from './edit.ts';
import { type AgentName, agentNames, fileOf, knownAgents, type Start } from './known.ts';

export interface SetupInput {
  /** Agents; empty: all that are on this machine. */
  readonly agents: readonly AgentName[];
  readonly does: 'setup' | 'status' | 'remove';
  readonly yes: boolean;
  /** Flags of vau mcp. */
  readonly flags: readonly string[];
}

/** The name of the server in the files of agents. */
const server = 'vau';

interface Place {
  readonly agent: AgentName;
  readonly file: string;
}

/** An agent, and what its file holds. */
interface Found extends Place {
  /** Its bytes as text, without a byte order mark; empty if there is no file. */
  readonly text: string;
  readonly mark: string;
  /** How it starts vau now. */
  readonly entry: unknown;
}

export interface Row {
  readonly agent: AgentName;
  readonly file: string;
  readonly state: 'set up' | 'set up otherwise' | 'not set up' | 'removed' | 'not readable';
}

const columns = [column('agent'), column('state'), column('file')];

/** @throws LocalError when a file is no JSON, cannot be written or was changed meanwhile; UsageError when there is no agent to write for */
export async function setUpAgents(session: Session, input: SetupInput): Promise<Result> {
  const here = await agentsFor(session, input.agents);
  const start = startOf(session, input.flags);
  if (input.does === 'status') {
    if (here.length === 0) session.note(`${none.message}. ${none.hint}\nNext: ${none.next}`);
    return result(await Promise.all(here.map((one) => statusOf(one, start))));
  }
  if (here.length === 0) throw new UsageError(none.message, none);
  const found = await Promise.all(here.map(read));
  const wanted = (one: Found) => (input.does === 'remove' ? undefined : knownAgents[one.agent].entry(start));
  const changed = found.filter((one) => !isDeepStrictEqual(one.entry, plain(wanted(one))));
  // All are made before any is written: one that cannot be read stops it.
  const texts = new Map<Found, string>();
  for (const one of changed)
    texts.set(one, (await asItWas(one, input)) ?? (await withEntry(one, placeOf(one), wanted(one))));
  if (changed.length > 0) await ask(session, input, changed);
  for (const [one, text] of texts) await write(one, text);
  for (const { file, text } of changed)
    session.note(`Wrote ${file}${text === '' ? '' : `; as it was: ${backupOf(file)}`}`);
  const state = input.does === 'remove' ? ('removed' as const) : ('set up' as const);
  return result(found.map((one) => ({ ...rowOf(one, start), ...(changed.includes(one) ? { state } : {}) })));
}

/** To remove: the copy of what the file was, if nothing but our entry differs from it. */
async function asItWas(one: Found, { does }: SetupInput): Promise<string | undefined> {
  if (does !== 'remove') return undefined;
  const text = (await bytesOf(backupOf(await realpath(one.file)))).slice(one.mark.length);
  if (text === '') return undefined;
  const again = await withEntry({ file: one.file, text }, placeOf(one), one.entry).catch(() => undefined);
  return again === one.text ? text : undefined;
}

const result = (rows: readonly Row[]): Result => ({ value: rows, columns });

const plain = (entry: unknown): unknown =>
  entry === undefined ? undefined : JSON.parse(JSON.stringify(entry));

const placeOf = ({ agent }: Found): string[] => [...knownAgents[agent].place, server];

const statusOf = (place: Place, start: Start): Promise<Row> =>
  read(place).then(
    (one) => rowOf(one, start),
    () => ({ ...place, state: 'not readable' }),
  );

function rowOf(one: Found, start: Start): Row {
  const { agent, file, entry } = one;
  const same = isDeepStrictEqual(entry, plain(knownAgents[agent].entry(start)));
  return { agent, file, state: entry === undefined ? 'not set up' : same ? 'set up' : 'set up otherwise' };
}

/** The agents that were named, else those with a file or a folder of their own here. */
async function agentsFor({ env }: Session, named: readonly AgentName[]): Promise<Place[]> {
  const found: Place[] = [];
  for (const agent of named.length > 0 ? named : agentNames) {
    const file = fileOf(agent, env);
    const isHere =
      (await isThere(file)) ||
      (knownAgents[agent].file.parts.length > 1 && (await isThere(path.dirname(file))));
    if (isHere || named.length > 0) found.push({ agent, file });
  }
  return found;
}

/** What to say where no agent is. */
const none = {
  message: 'None of the agents that vau knows is on this machine',
  hint: `It knows ${agentNames.join(', ')}. Name one to make its file, or start "vau mcp" from the settings of another agent.`,
  next: `vau agent setup ${agentNames[0]}`,
};

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function read({ agent, file }: Place): Promise<Found> {
  const bytes = await bytesOf(file);
  const mark = bytes.startsWith('\uFEFF') ? '\uFEFF' : '';
  const found = { agent, file, text: bytes.slice(mark.length), mark, entry: undefined };
  return { ...found, entry: await entryIn(found, placeOf(found)) };
}

async function bytesOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw new LocalError(`Cannot read ${file}: ${reasonOf(error)}`);
  });
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new LocalError(`${file} is not UTF-8`, { hint: 'Nothing was changed. Save it as UTF-8 first.' });
}

/** By whole paths: an agent with windows does not have the PATH of a shell. */
function startOf({ env, flags }: Session, own: readonly string[]): Start {
  const profile = flags.profile === undefined ? [] : ['--profile', flags.profile];
  const folders = ['VAU_CONFIG_DIR', 'VAU_DATA_DIR'].flatMap((name): [string, string][] => {
    const value = env[name];
    return value ? [[name, path.resolve(value)]] : [];
  });
  return {
    command: process.execPath,
    args: [launcher(), 'mcp', ...own, ...profile],
    ...(folders.length > 0 ? { env: Object.fromEntries(folders) } : {}),
  };
}

async function ask(
  session: Session,
  { does, yes, flags }: SetupInput,
  changed: readonly Found[],
): Promise<void> {
  const { command, args } = startOf(session, flags);
  const line = [command, ...args].map((word) => shellWord(word)).join(' ');
  for (const one of changed) {
    const { title } = knownAgents[one.agent];
    const place = placeOf(one).join('.');
    session.note(
      does === 'remove'
        ? `${title}: removes ${place} from ${one.file}`
        : `${title}: sets ${place} in ${one.file}, which starts ${line}`,
    );
  }
  if (!yes)
    await agreed(
      session,
      `Write ${changed.length === 1 ? 'this file' : 'these files'}?`,
      'Nothing was changed',
    );
}

const backupOf = (file: string): string => `${file}.before-vau`;

/** Writes a file whole, beside it a copy of what it was. Where it is a link, the file behind it is written. */
async function write({ file, text: before, mark }: Found, text: string): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file);
    makeFolder(path.dirname(target), 0o700);
    if ((await bytesOf(target)) !== mark + before)
      throw new LocalError(`${file} was changed meanwhile`, {
        hint: 'Nothing was changed. Run the same command again.',
      });
    const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600;
    if (before !== '') await replace(backupOf(target), mark + before, mode);
    await replace(target, mark + text, mode);
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw new LocalError(`Cannot write ${file}: ${reasonOf(error)}`);
  }
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const part = `${file}.${process.pid}`;
  try {
    await writeFile(part, text, { mode: mode & 0o777 });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
