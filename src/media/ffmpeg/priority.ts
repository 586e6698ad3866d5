import type { ChildProcess } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';

/** The niceness of work that nobody waits for by the second: a third of the processor that others get, if they want it. */
export const BACKGROUND = 5;

/** That of what can wait for other such work: a ninth. What takes longest of a film, hearing it on one thread, cannot. */
export const LAST = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lets others go first: lowers the priority of this process, and so of every program that it starts from now on. */
export function giveWay(): void {
  for (const id of threadIds()) {
    try {
      os.setPriority(id, Math.max(BACKGROUND, os.getPriority(id)));
    } catch {
      // The thread has ended, or the system has no priorities.
    }
  }
}

/** On Linux every thread has a priority of its own; 0 is the process. */
function threadIds(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}

/** Linux lets a program without rights change the share of a group ten times a second, counted over the whole system. */
const AGAIN_MS = 250;
const TRIES = 8;

/**
 * Gives a program that leads a session of its own our own priority. Where Linux shares the processor among sessions first
 * (its autogroup), each new one gets the share of a whole session, whatever its priority: three programs at work would
 * leave a quarter to the service and all its workers. See sched(7).
 * @param child a program that was started detached; once it has ended, its number may be another's
 */
export function lowerSession(child: ChildProcess, tries = TRIES): void {
  const own = os.getPriority();
  const runs = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (own <= 0 || tries === 0 || !runs) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(own));
  } catch (error) {
    // In all other cases there are no such groups, or the program has ended.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
      setTimeout(lowerSession, AGAIN_MS, child, tries - 1).unref();
  }
}
