/** One day: a plan is carried out, then everything is calm, and all must have ended as it should. */
import type { Client } from '../../src/client/client.ts';
import { seeded } from '../support/seeded.ts';
import { Books } from './books.ts';
import { ask, clientWith, isAsked, type Knowledge, newKnowledge } from './clients.ts';
import { type Act, BUSY_MS, type Plan } from './plan.ts';
import { LEASE_MS, type RunningService, type RunningWorker, startService, startWorker } from './service.ts';
import { after, beginDay, chance, elapsed, pass, settled, setWall } from './world/clock.ts';
import { closeStores, shareStore, watchCommits, writeBack } from './world/database.ts';
import { copyDisk, cutPower, emptyDisk, type FolderNode, folderNode, put, useDisk } from './world/disk.ts';
import { network } from './world/network.ts';
import { forgetProcesses, kill, type Process, ProcessDead, setTrap, stepsSoFar } from './world/processes.ts';
import { keepTemplate, logAfterCut, useLog, useTemplate } from './world/store-files.ts';

/** What a day came to. */
export interface Result {
  readonly faults: readonly string[];
  readonly steps: number;
  readonly commits: number;
}

/** The disk of a new service, on which every day begins, and its token. */
interface Beginning {
  readonly disk: FolderNode;
  readonly token: string;
}

let beginning: Beginning | undefined;

const noWatch = { start: () => undefined, log: () => undefined, run: () => () => undefined };

/** A service starts for the first time and is stopped. */
async function firstDay(): Promise<Beginning> {
  beginDay(0);
  forgetProcesses();
  emptyDisk();
  put('data', folderNode());
  useTemplate();
  let started: RunningService | undefined;
  let stopped = false;
  const run = async () => {
    started = await startService(noWatch);
    await started.stop();
    stopped = true;
  };
  const running = run();
  running.catch(() => undefined);
  await pass(60_000, () => stopped);
  await (stopped ? running : Promise.reject(new Error('the first service did not start')));
  closeStores();
  writeBack();
  keepTemplate();
  return { disk: copyDisk(), token: started?.token ?? '' };
}

export async function runDay(plan: Plan, trace: (line: string) => void = () => undefined): Promise<Result> {
  beginning ??= await firstDay();
  const day = new Day(plan, beginning, trace);
  return day.run();
}

/** What happened outside of a promise that anybody waits for. */
let onStray: (error: unknown) => void = (error) => {
  process.stderr.write(`${shown(error)}\n`);
  process.exit(1);
};
process.on('unhandledRejection', (error) => onStray(error));
process.on('uncaughtException', (error) => onStray(error));

/** Longest calm, in milliseconds: the longest pause before a retry is five minutes. */
const CALM_MS = 40 * 60_000;

class Day {
  readonly #plan: Plan;
  readonly #trace: (line: string) => void;
  readonly #known: Knowledge = newKnowledge();
  readonly #client: Client;
  readonly #books: Books;
  #service: RunningService | undefined;
  /** That of the service, from its first step on. */
  #main: Process | undefined;
  #workers: RunningWorker[] = [];
  #commits = 0;
  #isOver = false;
  /** Whether the database is SQLite's own files, of which a power cut leaves what was synced. */
  readonly #isOnFile: boolean;
  /** A clock that is set forward ends all leases at once, and a run may meet its successor. */
  #mayMeet = false;
  readonly #running = new Map<string, { process: Process; signal: AbortSignal; began: number }>();

  constructor(plan: Plan, { disk, token }: Beginning, trace: (line: string) => void) {
    this.#plan = plan;
    this.#trace = trace;
    beginDay(plan.seed);
    forgetProcesses();
    useDisk(disk);
    this.#isOnFile = plan.seed % 4 === 0;
    shareStore(!this.#isOnFile);
    useTemplate();
    network.isCalm = false;
    network.service = undefined;
    network.complain = (what) => this.#fault(what);
    this.#client = clientWith(token);
    this.#books = new Books(this.#known, (what) => this.#fault(what));
    network.receive = (_url, event, accepted) => this.#books.receive(event, accepted);
    onStray = (error) => {
      if (!(error instanceof ProcessDead)) this.#fault(`an error that nobody caught: ${shown(error)}`);
    };
    watchCommits(() => {
      this.#commits += 1;
      if (!this.#isOver) this.#books.checkNow();
    });
  }

  async run(): Promise<Result> {
    const { acts } = this.#plan;
    this.#startAll();
    void this.#subscribe();
    let at = 0;
    for (const act of acts) {
      await pass(act.at - at, () => this.#known.faults.length > 0);
      at = act.at;
      this.#act(act);
    }
    await pass(BUSY_MS - at, () => this.#known.faults.length > 0);
    network.isCalm = true;
    await this.#calmDown();
    if (this.#known.faults.length === 0) this.#books.checkEnd();
    this.#isOver = true;
    for (const { process } of this.#workers) kill(process);
    if (this.#main) kill(this.#main);
    // What goes on now belongs to this day, and is of no interest.
    network.receive = () => undefined;
    await settled();
    await settled();
    this.#books.close();
    closeStores();
    shareStore(false);
    return { faults: this.#known.faults, steps: stepsSoFar(), commits: this.#commits };
  }

  #fault(what: string): void {
    this.#trace(`FAULT ${what}`);
    if (!this.#known.faults.includes(what)) this.#known.faults.push(what);
  }

  readonly #watch = {
    start: (process: Process) => {
      this.#main = process;
    },
    log: (
      { level, message, fields }: { level: string; message: string; fields: object },
      process: Process,
    ) => {
      if (this.#isOver) return;
      this.#trace(`${process.id} ${level} ${message} ${JSON.stringify(fields, shortened)}`);
    },
    run: (key: string, process: Process, signal: AbortSignal) => {
      if (this.#isOver) return () => undefined;
      const known = this.#running.get(key);
      // One that stood still after it had claimed a job may begin it when its lease has ended: its writes are fenced off.
      const wasStill = known && known.process.frozenUntil > known.began - LEASE_MS;
      if (known?.process.isAlive && !known.signal.aborted && !this.#mayMeet && !wasStill)
        this.#fault(`${key} runs twice at once: on ${known.process.id} and ${process.id}`);
      const run = { process, signal, began: elapsed() };
      this.#running.set(key, run);
      this.#trace(`${process.id} runs ${key}`);
      return () => {
        if (this.#running.get(key) === run) this.#running.delete(key);
      };
    },
  };

  /** A service, which starts workers once it is there. */
  #startAll(): void {
    const start = async (): Promise<void> => {
      for (const { process } of this.#workers) kill(process);
      const started = await startService(this.#watch);
      if (!started.process.isAlive) return;
      this.#service = started;
      this.#workers = [startWorker(this.#watch), startWorker(this.#watch)];
    };
    const starting = start();
    const own = this.#main;
    starting.catch((error) => {
      if (own?.isAlive) this.#fault(`the service does not start: ${shown(error)}`);
    });
  }

  /** The account has a webhook before anything happens. */
  async #subscribe(): Promise<void> {
    while (!this.#isOver && !this.#books.hasWebhook()) {
      await after(50);
      await this.#client
        .call('webhook.create', {
          body: { endpoint: 'https://receiver.test/', subscribed_events: this.#books.subscribed },
        })
        .catch(() => undefined);
    }
  }

  #act(act: Act): void {
    this.#trace(`at ${act.at}: ${act.what}`);
    if (isAsked(act.what)) {
      ask(this.#client, this.#known, act).catch((error) => {
        if (!this.#isOver) this.#fault(`a client failed: ${shown(error)}`);
      });
      return;
    }
    const { below } = seeded(act.luck);
    const victim = below(8);
    const steps = below(40);
    const trouble = act.what;
    if (trouble === 'clock-back') setWall(-below(3_600_000));
    else if (trouble === 'clock-forward') {
      this.#mayMeet = true;
      setWall(below(3_600_000));
    } else setTrap(steps, () => this.#strike(trouble, victim));
  }

  #strike(trouble: Act['what'], luck: number): void {
    if (this.#isOver) return;
    this.#trace(`now: ${trouble}`);
    const worker = this.#workers[luck % 2];
    if (trouble === 'kill-worker' && worker) this.#loseWorker(worker, luck);
    else if (trouble === 'freeze-worker' && worker)
      worker.process.frozenUntil = elapsed() + LEASE_MS / 2 + luck * LEASE_MS;
    else if (trouble === 'stop-worker' && worker) this.#stopWorker(worker);
    else if (trouble === 'kill-service') this.#loseService();
    else if (trouble === 'kill-all' || trouble === 'cut-power') this.#loseAll(trouble === 'cut-power');
  }

  /** The service sees that a worker died, says so, and starts another. */
  #loseWorker({ process }: RunningWorker, luck: number): void {
    kill(process);
    const service = this.#service;
    const cause = (['ended', 'together', 'together'] as const)[luck % 3] ?? 'together';
    const tell = async () => {
      await after(20 + chance(100));
      await service?.queue.died(process.id, { cause, reason: 'was killed', pauseMs: 200 });
    };
    tell().catch(() => undefined);
    this.#replace(process);
  }

  #stopWorker({ process, ended }: RunningWorker): void {
    process.stop.abort(new Error('the worker was asked to stop'));
    void ended.then(() => this.#replace(process));
  }

  #replace(gone: Process): void {
    const start = async () => {
      await after(50 + chance(500));
      if (
        !this.#isOver &&
        this.#service?.process.isAlive &&
        this.#workers.some(({ process }) => process === gone)
      )
        this.#workers = this.#workers.map((one) => (one.process === gone ? startWorker(this.#watch) : one));
    };
    void start();
  }

  /** Its workers see that it is gone, and stop. */
  #loseService(): void {
    if (this.#main) kill(this.#main);
    for (const { process } of this.#workers) process.stop.abort(new Error('the service is gone'));
    this.#again();
  }

  #loseAll(isPowerCut: boolean): void {
    for (const { process } of this.#workers) kill(process);
    const left = isPowerCut && this.#isOnFile ? logAfterCut() : undefined;
    if (this.#main) kill(this.#main);
    if (isPowerCut) cutPower();
    if (left) {
      this.#books.close();
      closeStores();
      useLog(left);
    }
    this.#again();
  }

  #again(): void {
    this.#service = undefined;
    network.service = undefined;
    const start = async () => {
      await after(100 + chance(1_000));
      if (!this.#isOver && !this.#main?.isAlive) this.#startAll();
    };
    void start();
  }

  /** Nothing goes wrong any more. What is due in hours is due now: the clock is set to it. */
  async #calmDown(): Promise<void> {
    const failed = () => this.#known.faults.length > 0;
    for (let ms = 0; ms < CALM_MS && !failed(); ms += 1_000) {
      await pass(1_000, failed);
      const next = this.#books.rest();
      if (next === 'none') return;
      if (next !== 'soon' && next > Date.now() + 2 * LEASE_MS) {
        this.#mayMeet = true;
        setWall(next - Date.now());
      }
    }
    if (!failed()) this.#fault(`it does not come to rest: ${this.#books.unfinished()}`);
  }
}

const shortened = (_: string, value: unknown) =>
  value instanceof Error ? `${value.name}: ${value.message}` : value;

const shown = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
