import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Runtime } from '../../context/context.ts';

/** Ids and turns of this machine, with the system clock unless you pass another. */
export function machineRuntime(clock: () => number = Date.now): Runtime {
  return { clock, newId: randomUUID, yieldTurn: () => setImmediate() };
}
