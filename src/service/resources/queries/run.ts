/** Runs statements in processes apart, which are ended when they need too much, or when nobody waits for them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { limits } from '../../../contract/index.ts';
import type { ViewName } from '../../../contract/tables/views.ts';
import { entryPath, FRUGAL } from '../../../media/entry-path.ts';
import type { ServiceConfig } from '../../context/config.ts';
import { badRequest, tooManyRequests } from '../../errors.ts';
import { storePath } from '../../store/open-store.ts';
import type { FromQuery, RowSource, ToQuery } from './process/messages.ts';
import { copyOf, type Scope } from './views.ts';

export type QueryResult = Extract<FromQuery, { type: 'result' }>;

/** What a statement is run with. */
export interface Running extends Scope {
  readonly config: Pick<ServiceConfig, 'dataDir' | 'store'>;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

const { atOnce, processorSeconds, seconds, memoryBytes, fileBytes } = limits.query;

/** Queries in progress in this process, by account. */
const running = new Map<string, number>();

/**
 * Runs a statement over the views of an account.
 * @throws ServiceError 400 with a sentence for what is refused, wrong or needs too much; 429 while too many run; the
 * signal's reason
 */
export async function runQuery(of: Running, sql: string): Promise<QueryResult> {
  const own = running.get(of.accountId) ?? 0;
  const all = [...running.values()].reduce((sum, one) => sum + one, 0);
  if (own >= atOnce.account)
    throw tooManyRequests(`an account may run ${atOnce.account} queries at the same time; wait for one`, 1);
  if (all >= atOnce.service)
    throw tooManyRequests('the service runs as many queries as it can; try again in a moment', 2);
  running.set(of.accountId, own + 1);
  try {
    return await answerTo(of, sql);
  } finally {
    const left = (running.get(of.accountId) ?? 1) - 1;
    if (left > 0) running.set(of.accountId, left);
    else running.delete(of.accountId);
  }
}

async function answerTo(of: Running, sql: string): Promise<QueryResult> {
  of.signal.throwIfAborted();
  const source = await sourceOf(of.config);
  const child = takeIdle(of.accountId) ?? start(of.config.dataDir);
  return new Promise<QueryResult>((resolve, reject) => {
    const { signal } = of;
    const tooLate = setTimeout(
      () => end(badRequest(`${STOPPED} ${seconds} seconds; ${LESS}`)),
      seconds * 1000,
    );
    const gone = () => end(signal.reason);
    signal.addEventListener('abort', gone, { once: true });
    /** @param keptAfter milliseconds of processor time of a process that can go on; undefined ends it */
    function end(outcome: unknown, keptAfter?: number): void {
      clearTimeout(tooLate);
      signal.removeEventListener('abort', gone);
      child.removeAllListeners();
      if (keptAfter === undefined) stop(child);
      else keepIdle(of.accountId, child, keptAfter);
      if (isResult(outcome)) resolve(outcome);
      else reject(outcome);
    }
    const tell = (message: ToQuery) => child.send(message, () => undefined);
    child.on('message', (reply: FromQuery) => {
      if (reply.type === 'result') end(reply, reply.processorMs);
      else if (reply.type === 'refused') end(badRequest(reply.why), reply.processorMs);
      else if (reply.type === 'failed') end(new Error(`the process of a query failed: ${reply.why}`));
      else {
        const copies = Object.entries(reply.columns).map(([view, read]) =>
          copyOf(of, view as ViewName, read),
        );
        tell({ type: 'copies', source, copies });
      }
    });
    child.once('error', end);
    child.once('exit', (code, signalName) => end(endOf(code, signalName)));
    tell({ type: 'statement', sql });
  });
}

const isResult = (outcome: unknown): outcome is QueryResult =>
  typeof outcome === 'object' && outcome !== null && 'type' in outcome && outcome.type === 'result';

/**
 * Processes that wait for the next question of an account, for to start one takes longer than a small query. Nothing of a
 * question stays in it: each has a database of its own.
 */
const idle = new Map<string, { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }>();

/** Milliseconds that a process waits. */
const IDLE_MS = 20_000;

/**
 * Milliseconds of processor time after which a process is not used again: its limit is that of the whole process, so the first
 * statement of a process may take this much more. A fresh one costs 200 ms: at some 250 ms a question it is one in forty.
 */
const USED_MS = 10_000;

function takeIdle(accountId: string): ChildProcess | undefined {
  const found = idle.get(accountId);
  if (!found) return undefined;
  idle.delete(accountId);
  clearTimeout(found.timer);
  found.child.removeAllListeners();
  found.child.ref();
  found.child.channel?.ref();
  return found.child;
}

function keepIdle(accountId: string, child: ChildProcess, processorMs: number): void {
  if (processorMs > USED_MS || idle.has(accountId) || idle.size === atOnce.service) {
    stop(child);
    return;
  }
  const forget = () => {
    takeIdle(accountId);
    stop(child);
  };
  idle.set(accountId, { child, timer: setTimeout(forget, IDLE_MS).unref() });
  child.once('exit', forget);
  child.once('error', forget);
  child.unref();
  child.channel?.unref();
}

function stop(child: ChildProcess): void {
  child.once('error', () => undefined);
  child.kill('SIGKILL');
}

/** Ends the processes that wait for a question. */
export function stopQueries(): void {
  for (const [account, { child }] of idle) {
    takeIdle(account);
    stop(child);
  }
}

const STOPPED = 'the query was stopped after';
const LESS = 'read fewer rows, or join them by a column that is equal on both sides';

/** Why a process ended without an answer. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGXCPU')
    return badRequest(`${STOPPED} ${processorSeconds} seconds of processor time; ${LESS}`);
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === NODE_OUT_OF_MEMORY)
    return badRequest(`the query needed more than ${memoryBytes / 1024 ** 2} MiB of memory; ${LESS}`);
  return new Error(`the process of a query ended (${signal ?? `status ${code}`})`);
}

/** Where V8 cannot get memory while Node starts. */
const NODE_OUT_OF_MEMORY = 134;

/** Megabytes of values in JavaScript: twice the longest result. */
const HEAP_MB = 96;

/**
 * The shell sets limits that the kernel holds, also while SQLite is at work: bytes of memory and of a temporary file, seconds of
 * processor time. Windows has none of them; the time in all holds there too. SQLite gets no other environment.
 */
function start(dataDir: string): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, entryPath('query')];
  const bounds = [
    `ulimit -d ${memoryBytes / 1024}`,
    `ulimit -f ${fileBytes / 512}`,
    `ulimit -S -t ${processorSeconds + USED_MS / 1000}`,
    'exec "$@"',
  ].join('; ');
  const [program = '', ...words] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', bounds, 'sh', ...node];
  return spawn(program, words, {
    env: { ...FRUGAL, SQLITE_TMPDIR: dataDir },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function sourceOf({ store, dataDir }: Running['config']): Promise<RowSource> {
  if (store === undefined) return { file: storePath(dataDir) };
  const { readAddress } = await import('../../store/postgres/address.ts');
  const { settingsOf } = await import('../../store/postgres/open-server-store.ts');
  return { server: { ...settingsOf(readAddress(store)), statement_timeout: seconds * 1000 } };
}
