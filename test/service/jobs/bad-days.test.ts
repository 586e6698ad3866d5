import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobContext, type JobHandler, PermanentError } from '../../../src/service/jobs/handlers.ts';
import { runWorker } from '../../../src/service/jobs/worker/worker.ts';
import type { Cause } from '../../../src/service/queue/fault-points.ts';
import type { JobKind } from '../../../src/service/queue/kinds.ts';
import type { Queue } from '../../../src/service/queue/queue.ts';
import { inFull } from '../../support/in-full.ts';
import { type Seeded, seeded } from '../../support/seeded.ts';
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts';
import { type Bench, handlersWith, openBench } from './support.ts';

/**
 * Days that are tried; `VAU_SEEDS=10000` takes five minutes of processor time. A seed that fails is named; `VAU_SEED=17` runs
 * that one alone.
 */
const SEEDS = Number(process.env.VAU_SEEDS ?? inFull(1_200, 40));
const ONLY = process.env.VAU_SEED;

/** With a gate that keeps one resolver, this day loses a job. */
const GATE_SEED = 371;

const LEASE_MS = 3_000;
/** The store is busy for longer than a lease now and then. */
const LONGEST_BUSY_MS = 4_000;
const TROUBLE_MS = 6_000;
/** Everything is done this long after the last trouble. */
const CALM_MS = 120_000;
const STEP_MS = 250;

const KINDS = ['file.process', 'segmentation.process', 'deep-search.run'] as const;
type Kind = (typeof KINDS)[number];
const FIELDS = {
  'file.process': 'file_id',
  'segmentation.process': 'segmentation_id',
  'deep-search.run': 'deep_search_id',
} as const satisfies Record<Kind, string>;

/** SQLite's code for a store that is locked, and for a disk that fails. */
const [BUSY, BROKEN] = [5, 10];

let clock: VirtualClock;
let bench: Bench;

beforeAll(async () => {
  // First: the queue takes the clock that is there when it is opened.
  clock = virtualClock(Date.now());
  bench = await openBench({ leaseMs: LEASE_MS, pollMs: 2_500, retryMs: 200 }, true);
});

afterAll(async () => {
  clock.restore();
  await bench.close();
});

/** What a job does before it succeeds: it throws this often; the last time for good. */
interface Plan {
  readonly name: string;
  errors: number;
  readonly isHopeless: boolean;
  /** How its runs ended. */
  end: 'open' | 'done' | 'failed';
  /** The run in progress. */
  run: { readonly worker: Process; readonly signal: AbortSignal } | undefined;
}

/** A worker process. */
interface Process {
  readonly id: string;
  isAlive: boolean;
  readonly stop: AbortController;
}

class Day {
  readonly #chance: Seeded;
  readonly #plans = new Map<string, Plan>();
  readonly #queue = bench.context.queue;
  #isCalm = false;
  #started = 0;
  #deaths = 0;
  #workers: Process[] = [];
  readonly faults: string[] = [];

  constructor(seed: number) {
    this.#chance = seeded(seed);
  }

  async run(): Promise<void> {
    await this.#addJobs();
    this.#workers = [this.#start(), this.#start()];
    for (let ms = 0; ms < TROUBLE_MS; ms += STEP_MS) {
      await clock.pass(STEP_MS);
      if (this.#chance.below(8) === 0) await this.#trouble();
    }
    this.#isCalm = true;
    let size = Number.POSITIVE_INFINITY;
    for (let ms = 0; ms < CALM_MS && size > 0; ms += 1_000) {
      await clock.pass(1_000);
      await this.#queue.bringNearer(LEASE_MS, 30_000);
      size = await this.#queue.size();
    }
    await this.#end(size);
  }

  async #end(size: number): Promise<void> {
    if (size > 0) this.faults.push(`${size} jobs are lost: ${JSON.stringify(await this.#queue.depths())}`);
    for (const { name, end, isHopeless } of this.#plans.values())
      if (end !== (isHopeless ? 'failed' : 'done')) this.faults.push(`${name} is ${end}`);
    for (const worker of this.#workers) worker.stop.abort();
    await clock.pass(STEP_MS);
    clock.clear();
    bench.records.length = 0;
    await bench.context.db.deleteFrom('jobs').execute();
  }

  async #addJobs(): Promise<void> {
    for (let index = 3 + this.#chance.below(5); index > 0; index -= 1) {
      const kind = this.#chance.pick(KINDS);
      const name = `${kind} ${index}`;
      const isHopeless = this.#chance.below(6) === 0;
      const errors = isHopeless ? Number.POSITIVE_INFINITY : this.#chance.below(3);
      this.#plans.set(name, { name, errors, isHopeless, end: 'open', run: undefined });
      await bench.context.db
        .transaction()
        .execute((trx) => this.#queue.enqueue(trx, kind, { [FIELDS[kind]]: name } as never));
    }
    // Workers died while they ran some of them: these want to run alone.
    for (let suspects = this.#chance.below(6); suspects > 0; suspects -= 1) {
      const job = await this.#queue.claim({ workerId: 'earlier', leaseMs: LEASE_MS });
      if (job) await this.#queue.begin(job);
    }
    await this.#died('earlier', 'ended', 0);
  }

  /** One worker dies, or all with their service; or the clock is set back. */
  async #trouble(): Promise<void> {
    const what = this.#chance.below(6);
    if (what === 0) return clock.setBack(this.#chance.below(600_000));
    const victims = what === 1 ? [...this.#workers] : [this.#chance.pick(this.#workers)];
    for (const victim of victims) victim.isAlive = false;
    for (const plan of this.#plans.values()) if (plan.run && !plan.run.worker.isAlive) plan.run = undefined;
    this.#workers = this.#workers.map((worker) => (worker.isAlive ? worker : this.#start()));
    // The service that died too takes over when it starts; one that lives tells of the death, if the store lets it.
    if (what === 1) await this.#queue.reap(Number.MAX_SAFE_INTEGER);
    else if (this.#chance.below(4) > 0) {
      // With the one before the day, three at most: the fourth would make a job guilty.
      this.#deaths += 1;
      await this.#died(victims[0]?.id ?? '', this.#deaths < 3 ? 'ended' : 'together');
    }
  }

  #died(workerId: string, cause: Cause, pauseMs = 200): Promise<number> {
    return this.#queue.died(workerId, { cause, reason: 'was killed', pauseMs });
  }

  #start(): Process {
    this.#started += 1;
    const worker: Process = { id: `worker ${this.#started}`, isAlive: true, stop: new AbortController() };
    void runWorker({
      context: { ...bench.context, queue: this.#troubled(worker) },
      handlers: handlersWith(Object.fromEntries(KINDS.map((kind) => [kind, this.#handler(worker)]))),
      // Four lanes: one job alone, and at the gate two suspects and a third.
      concurrency: 2,
      signal: worker.stop.signal,
      workerId: worker.id,
    }).catch((error) => this.faults.push(`${worker.id} ended: ${error}`));
    return worker;
  }

  /** A queue that may be busy or fail before or after it did what it was asked. A dead worker never gets an answer. */
  #troubled(worker: Process): Queue {
    const own = this.#queue;
    const through =
      <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        const mood = this.#isCalm ? 9 : this.#chance.below(10);
        if (mood < 3) await after(this.#chance.below(LONGEST_BUSY_MS));
        const code = this.#chance.below(20) === 0 ? BROKEN : BUSY;
        if (!worker.isAlive) return never();
        if (mood === 0) throw Object.assign(new Error('the store fails'), { errcode: code });
        const answer = await call(...args);
        if (!worker.isAlive) return never();
        if (mood === 1) throw Object.assign(new Error('the store fails late'), { errcode: code });
        return answer;
      };
    return {
      ...own,
      claim: async (options) => {
        if (!worker.isAlive) return never();
        if (options.kinds?.some((kind: JobKind) => KINDS.includes(kind as Kind)))
          return through(own.claim)(options);
        // A lane whose kinds this day does not have.
        await aborted(worker.stop.signal);
        return undefined;
      },
      heartbeat: through(own.heartbeat),
      begin: through(own.begin),
      complete: through(own.complete),
      fail: through(own.fail),
      release: through(own.release),
    };
  }

  #handler(worker: Process): JobHandler<never> {
    return {
      run: async (ctx: JobContext, payload) => {
        const plan = this.#planOf(payload);
        if (plan.run) this.faults.push(`${plan.name} runs twice at once`);
        const { signal } = ctx;
        const run = { worker, signal };
        plan.run = run;
        await Promise.race([after(this.#chance.below(1.5 * LEASE_MS)), aborted(signal)]);
        if (!worker.isAlive) return never();
        plan.run = undefined;
        signal.throwIfAborted();
        if (plan.errors > 0) {
          plan.errors -= 1;
          throw plan.isHopeless && this.#chance.below(2) === 0
            ? new PermanentError('it is not a film')
            : new Error('it went wrong');
        }
        plan.end = 'done';
      },
      exhausted: async (_ctx: JobContext, payload) => {
        this.#planOf(payload).end = 'failed';
      },
    };
  }

  #planOf(payload: object): Plan {
    const plan = this.#plans.get(String(Object.values(payload)[0]));
    if (!plan) throw new Error(`there is no plan for ${JSON.stringify(payload)}`);
    return plan;
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

describe('worker, gate, queue and heartbeat on a bad day', () => {
  it(
    `lose no job, run none twice at once, and fail only what is hopeless: ${SEEDS} seeds`,
    async () => {
      const seeds = ONLY === undefined ? [GATE_SEED, ...Array(SEEDS).keys()] : [Number(ONLY)];
      for (const seed of seeds) {
        const day = new Day(seed);
        await day.run();
        expect({ seed, faults: day.faults }).toEqual({ seed, faults: [] });
      }
    },
    240_000 + 200 * SEEDS,
  );
});
