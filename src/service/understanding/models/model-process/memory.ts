import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { residentBytes } from '../../../../media/index.ts';

const EVERY_MS = 250;

/** What a process needs besides weights: Node, the runtime, and the sound or text that it works on. */
const BESIDE_BYTES = 1_000_000_000;

/** Weights are read, converted and packed for the processor, some of them at the same time. */
const TIMES_WEIGHTS = 4;

/** More than a model with these files needs, in bytes: what goes beyond it has no bound. */
export function mostBytesFor(weights: readonly string[]): number {
  const bytes = weights.reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return BESIDE_BYTES + TIMES_WEIGHTS * bytes;
}

/**
 * Watches the memory of a process, on Linux.
 * @param mostBytes undefined watches nothing
 * @param tooMuch called once, when it needs more
 * @returns a function that stops watching
 */
export function watchSize(
  { pid }: Pick<ChildProcess, 'pid'>,
  mostBytes: number | undefined,
  tooMuch: () => void,
): () => void {
  if (pid === undefined || mostBytes === undefined || process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    if (residentBytes(pid) <= mostBytes) return;
    clearInterval(timer);
    tooMuch();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
