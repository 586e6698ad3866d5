import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import type { Usage } from '../jobs/worker/messages.ts';
import type { Registry } from '../metrics/metrics.ts';

/** A worker, or the place of one that died and is not restarted yet. */
export interface WorkerState {
  /** Whether it has opened the store and takes jobs. */
  readonly running: boolean;
  /** Set if it keeps dying soon after its start: how it died last, as a phrase that follows "the worker". */
  readonly dying?: string;
  /** What it uses; not known in its first seconds. */
  readonly usage?: Usage;
}

/** What the pages for operators read. */
export interface Monitored {
  readonly context: LifecycleContext;
  readonly registry: Registry;
  /** One for each worker that should run. None where nobody starts workers. */
  readonly workers: () => readonly WorkerState[];
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** What the process is: a service, or what keeps the workers of a machine without one. */
  readonly process: 'service' | 'supervisor';
}
