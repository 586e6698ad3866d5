import { once } from 'node:events';
import { start } from '../../../src/media/ffmpeg/process.ts';
import { workerMain } from '../../../src/service/boot/processes/worker-process.ts';
import type { JobContext, JobHandler } from '../../../src/service/jobs/handlers.ts';
import { handlersWith } from '../../service/jobs/support.ts';

/** Notes, outside any fence, that this process is in the middle of it. */
async function say(ctx: JobContext, what: string, value: string | number = process.pid): Promise<void> {
  await ctx.db
    .insertInto('settings')
    .values({ key: what, value: String(value) })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value: String(value) }))
    .execute();
}

/** Which run of a job this is, counted here: one that was cut off is not an attempt. */
async function runOf(ctx: JobContext, id: string): Promise<number> {
  const key = `runs ${id}`;
  const row = await ctx.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const run = Number(row?.value ?? 0) + 1;
  await say(ctx, key, run);
  return run;
}

/** The result of a job: a row that can be written only once. @param run which one it is */
async function finish(ctx: JobContext, id: string, run = ctx.attempt): Promise<void> {
  await ctx.write(async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key: `done ${id}`, value: String(process.pid) })
      .execute();
    await trx
      .insertInto('settings')
      .values({ key: `tries ${id}`, value: String(run) })
      .execute();
  });
}

/** Computes without yielding to the event loop. */
function block(ms: number): void {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

/** What a job does, by the first word of its file id. */
const behaviours: Record<string, (ctx: JobContext, id: string) => Promise<void>> = {
  quick: (ctx, id) => finish(ctx, id),
  /** The first worker never ends, and ignores its signal. */
  hang: async (ctx, id) => {
    const run = await runOf(ctx, id);
    await say(ctx, `at ${id}`);
    if (run === 1) await new Promise(() => setInterval(() => undefined, 1000));
    await finish(ctx, id, run);
  },
  /** Fills its worker's memory, a million numbers at a time. */
  greedy: async () => {
    const held: number[][] = [];
    for (;;) {
      held.push(new Array<number>(1_000_000).fill(0.5));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  /** Blocks for two lease times. */
  block: async (ctx, id) => {
    await say(ctx, `at ${id}`);
    block(ctx.config.leaseMs * 2);
    await finish(ctx, id);
  },
  /** The first worker waits until the second is done (the test has paused it), then writes too. */
  late: async (ctx, id) => {
    const run = await runOf(ctx, id);
    await say(ctx, `at ${id}`);
    const isDone = () =>
      ctx.db.selectFrom('settings').select('key').where('key', '=', `done ${id}`).executeTakeFirst();
    if (run === 1) while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
    await finish(ctx, `${id} by ${run}`).catch((error) => say(ctx, `refused ${id}`, error.name));
    if (run > 1) await finish(ctx, id, run);
  },
  /** Starts a long-running program the way ffmpeg is started. */
  program: async (ctx, id) => {
    const program = start('/bin/sleep', ['600']);
    ctx.signal.addEventListener('abort', () => program.kill());
    // Before anything is said: the test stops the worker as soon as it reads that.
    const aborted = once(ctx.signal, 'abort');
    await say(ctx, `program ${id}`, program.child.pid ?? 0);
    await say(ctx, `at ${id}`);
    await aborted;
    throw new Error('stopped');
  },
};

const file: JobHandler<'file.process'> = {
  run: async (ctx, { file_id }) => behaviours[file_id.split('-')[0] ?? '']?.(ctx, file_id),
  exhausted: (ctx, { file_id }, reason) => say(ctx, `failed ${file_id}`, reason),
};
await workerMain(handlersWith({ 'file.process': file }));
