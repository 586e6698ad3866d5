import type { Activities } from '../context/activities.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Interval of the timer whose delay is measured, in milliseconds. */
const TICK_MS = 20;

/** A longer delay is logged, in milliseconds. */
const STALL_MS = 100;

/** A stall with less processor time, in milliseconds, belongs to the machine: the process was stopped or starved. */
const OWN_MS = STALL_MS / 2;

interface Watched {
  readonly activities: Activities;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Logs and counts every stall of this process's event loop, with the work that was in progress; one that belongs to the machine only
 * for debugging. Waiting for input is not a stall, even if the process was stopped or the machine slept meanwhile.
 * @returns stops watching
 */
export function watchLoop({ activities, log, metrics }: Watched): () => void {
  let last = measure();
  const timer = setInterval(() => {
    const during = activities.recent();
    const now = measure();
    const ms = Math.round(now.at - last.at - TICK_MS);
    // Without the time spent waiting for input.
    const active = performance.eventLoopUtilization(now.loop, last.loop).active;
    const processor_ms = Math.round((now.processor - last.processor) / 1000);
    last = now;
    if (ms <= STALL_MS || active <= STALL_MS) return;
    const fields = { ms, processor_ms, during };
    const cause = processor_ms > OWN_MS ? 'computing' : 'blocked';
    metrics.record('vau_loop_stalls_total', { cause }, 1);
    metrics.record('vau_loop_stall_seconds_total', { cause }, ms / 1_000);
    if (cause === 'computing') log.warn('the event loop stalled; requests had to wait', fields);
    else log.debug('the event loop was blocked without the processor: a slow disk or a busy machine', fields);
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function measure() {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    processor: user + system,
    loop: performance.eventLoopUtilization(),
  };
}
