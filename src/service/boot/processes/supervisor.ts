import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { entryPath, FRUGAL } from '../../../media/entry-path.ts';
import type { Ffmpeg } from '../../../media/types.ts';
import type { ServiceConfig } from '../../context/config.ts';
import { messageOf } from '../../errors.ts';
import { killStrays, ownerName, ownerVariable } from '../../jobs/strays.ts';
import type { StartMessage, WorkerMessage } from '../../jobs/worker/messages.ts';
import { pause } from '../../jobs/worker/pause.ts';
import type { Log } from '../../log.ts';
import type { Registry } from '../../metrics/metrics.ts';
import type { WorkerState } from '../../monitoring/state.ts';
import type { Cause, Death } from '../../queue/fault-points.ts';
import type { FolderIdentity } from '../../store/data-folder.ts';
import { type AskOfSpeech, type DetectorAsk, ownDetector, ownSpeech } from '../../understanding/index.ts';
import { type AskOfPictures, ownPictureEncoders } from '../../understanding/modalities/pictures/index.ts';
import { type AskOfEncoder, ownEncoders } from '../../understanding/models/embeddings/index.ts';
import { type AskOfModel, ownLanguage } from '../../understanding/models/language/local/provider.ts';
import {
  ModelFailed,
  type ModelReply,
  type ModelRequest,
} from '../../understanding/models/model-process/messages.ts';

/**
 * Asks the service's models for a worker. What it waits for is cancelled when it exits.
 * @returns takes a request
 */
function answerForWorker(worker: ChildProcess): (request: ModelRequest) => void {
  const running = new Map<string, AbortController>();
  const reply = (message: ModelReply) => {
    if (worker.connected) worker.send(message, () => undefined);
  };
  worker.once('exit', () => {
    for (const stop of running.values()) stop.abort();
  });
  return (request) => {
    const { id, to } = request;
    const key = `${to} ${id}`;
    if (request.type === 'cancel') return running.get(key)?.abort();
    const stop = new AbortController();
    running.set(key, stop);
    answered(request, stop.signal)
      .then((answer) => reply({ type: 'answered', from: to, id, answer }))
      .catch((error) => {
        const kind = error instanceof ModelFailed ? error.kind : undefined;
        reply({ type: 'failed', from: to, id, reason: messageOf(error), kind });
      })
      .finally(() => running.delete(key));
  };
}

/** A worker is a program of ours: what it sends to a kind of model is what that kind takes. */
function answered({ to, ask }: ModelRequest & { type: 'ask' }, signal: AbortSignal): Promise<unknown> {
  if (to === 'encoder') return ownEncoders.ask(ask as AskOfEncoder, signal);
  if (to === 'pictures') return ownPictureEncoders.ask(ask as AskOfPictures, signal);
  if (to === 'speech') return ownSpeech.ask(ask as AskOfSpeech, signal);
  if (to === 'text') return ownDetector.ask(ask as DetectorAsk, signal);
  return ownLanguage.ask(ask as AskOfModel, signal);
}

export interface SupervisorOptions {
  readonly config: ServiceConfig;
  /** The data folder that workers must find at its path; default: the one that is there. */
  readonly folder?: FolderIdentity;
  readonly ffmpeg: Ffmpeg;
  readonly log: Log;
  /** Takes what the workers record. */
  readonly metrics?: Pick<Registry, 'add' | 'record'>;
  /** Bundles to start; default dist/worker.js and dist/heartbeat.js. */
  readonly workerPath?: string;
  readonly heartbeatPath?: string;
  /** Called when a worker exits unexpectedly. */
  readonly onDeath?: (workerId: string, death: Death) => Promise<unknown>;
  /** Delay before the first restart of a crashed worker, in milliseconds; default 500. */
  readonly restartMs?: number;
}

export interface Supervisor {
  /** Process ids of the running workers. */
  pids(): number[];
  /** One for each of `config.workers`. */
  states(): WorkerState[];
  /** Resolves once every worker has opened the store and takes jobs. */
  ready(): Promise<void>;
  /** Asks the workers to release their jobs and exit; kills them after `graceMs` (default 10,000). */
  stop(graceMs?: number): Promise<void>;
}

/** After this uptime a crash counts as the first one again, in milliseconds. */
const STEADY_MS = 60_000;
const MAX_RESTART_MS = 30_000;

/** Workers that die within this time of each other, all of them, died of something that no job did, in milliseconds. */
const TOGETHER_MS = 300;

/** A worker that died this often in a row, each time soon after its start, keeps dying. */
const DYING = 3;

/** JavaScript heap limit of a worker. A job that needs more kills its worker, not the machine. */
const HEAP_MB = 512;

/** Keeps `config.workers` worker processes running. */
export function superviseWorkers(options: SupervisorOptions): Supervisor {
  const isTogether = watchDeaths(options.config.workers);
  const slots = Array.from({ length: options.config.workers }, (_, index) =>
    slot(options, index, isTogether),
  );
  return {
    pids: () => slots.flatMap((one) => one.pid() ?? []),
    states: () => slots.map((one) => one.state()),
    ready: async () => void (await Promise.all(slots.map((one) => one.ready))),
    stop: async (graceMs = 10_000) => void (await Promise.all(slots.map((one) => one.stop(graceMs)))),
  };
}

/** @returns notes the death of the worker in a slot, and tells a little later whether all workers died with it */
function watchDeaths(workers: number): (slot: number) => Promise<boolean> {
  const diedAt = new Map<number, number>();
  return async (slot) => {
    // A single worker dies alone: the service lives.
    if (workers === 1) return false;
    const at = performance.now();
    diedAt.set(slot, at);
    await pause(TOGETHER_MS);
    const near = [...diedAt.values()].filter((other) => Math.abs(other - at) <= TOGETHER_MS);
    return near.length === workers;
  };
}

/** Runs one worker process after another. */
function slot(options: SupervisorOptions, index: number, isTogether: (slot: number) => Promise<boolean>) {
  const log = options.log.child({ slot: index });
  let onReady = () => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  let state: WorkerState = { running: false };
  const told = (news: Partial<WorkerState>) => {
    state = { ...state, ...news };
    if (news.running) onReady();
  };
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let crashes = 0;
  let lastDeath = '';
  let startedAt = 0;
  let reporting: Promise<unknown> = Promise.resolve();
  /** Tells of a death. What is not told is not lost: the leases expire. */
  const report = async (workerId: string, cause: Cause, reason: string) => {
    try {
      const death = { reason, cause: (await isTogether(index)) ? 'together' : cause } as const;
      await options.onDeath?.(workerId, { ...death, pauseMs: options.config.retryMs });
    } catch (error) {
      log.error('its jobs wait until their leases expire', { error });
    }
  };

  const start = () => {
    startedAt = performance.now();
    const owner = ownerName(options.config.dataDir);
    const workerId = randomUUID();
    child = startWorker(options, { owner, workerId }, log, told);
    child.once('exit', (code, signal) => {
      killStrays((name) => name === owner);
      child = undefined;
      state = { running: false };
      if (stopping) return;
      options.metrics?.record('vau_worker_deaths_total', {}, 1);
      crashes = performance.now() - startedAt > STEADY_MS ? 0 : crashes + 1;
      const wait = Math.min(MAX_RESTART_MS, (options.restartMs ?? 500) * 2 ** Math.max(0, crashes - 1));
      const { cause, reason } = howItEnded(code, signal);
      lastDeath = reason;
      log.error(`a worker ${reason}; restarting it`, { code, signal, wait });
      reporting = report(workerId, cause, reason);
      timer = setTimeout(start, wait);
    });
  };
  start();
  return {
    ready,
    pid: () => child?.pid,
    state: () => {
      const isDying = crashes >= DYING && performance.now() - startedAt < STEADY_MS;
      return isDying ? { ...state, dying: lastDeath } : state;
    },
    stop: async (graceMs: number) => {
      stopping = true;
      clearTimeout(timer);
      if (child) await endWorker(child, graceMs);
      await reporting;
    },
  };
}

/** Signals that a process gets for what it does itself. */
const OWN_SIGNALS: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];

/** Describes an unexpected exit, as a phrase that follows "the worker". */
function howItEnded(
  code: number | null,
  signal: NodeJS.Signals | null,
): { readonly cause: Cause; readonly reason: string } {
  // V8 aborts the process when the heap is full.
  if (signal === 'SIGABRT') return { cause: 'crashed', reason: 'ran out of memory' };
  if (signal === 'SIGKILL')
    return { cause: 'ended', reason: 'was killed, probably because the machine ran out of memory' };
  if (signal === null) return { cause: 'ended', reason: `exited with status ${code}` };
  if (OWN_SIGNALS.includes(signal)) return { cause: 'crashed', reason: `crashed (${signal})` };
  return { cause: 'ended', reason: `was ended by ${signal}` };
}

function startWorker(
  options: SupervisorOptions,
  { owner, workerId }: { owner: string; workerId: string },
  log: Log,
  told: (news: Partial<WorkerState>) => void,
): ChildProcess {
  const child = fork(options.workerPath ?? entryPath('worker'), [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // What the operator set stays.
    env: { ...FRUGAL, ...process.env, [ownerVariable]: owner },
  });
  child.on('error', (error) => log.error('a worker could not be started', { error }));
  const answer = answerForWorker(child);
  child.on('message', (message: WorkerMessage) => {
    if (message.type === 'ready') told({ running: true });
    else if (message.type === 'usage') told({ usage: message });
    else if (message.type === 'metric') options.metrics?.add(message.recorded);
    else if (message.type !== 'log') answer(message);
    else log[message.record.level](message.record.message, message.record.fields);
  });
  forwardLines(child.stdout, (line) => log.debug(line));
  forwardLines(child.stderr, (line) => log.warn(line));
  const { config, folder, ffmpeg, heartbeatPath = entryPath('heartbeat') } = options;
  const message: StartMessage = { workerId, config, ffmpeg, heartbeatPath, ...(folder && { folder }) };
  child.send(message, () => undefined);
  return child;
}

function forwardLines(stream: Readable | null, say: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', say);
}

async function endWorker(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  askToEnd(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

/**
 * Asks a worker to finish. Windows has no signals: there SIGTERM would end it at once, so that its channel is closed
 * instead, which the worker takes for the same request.
 */
export function askToEnd(
  child: Pick<ChildProcess, 'kill' | 'disconnect' | 'connected'>,
  platform = process.platform,
): void {
  if (platform !== 'win32') child.kill('SIGTERM');
  else if (child.connected) child.disconnect();
}
