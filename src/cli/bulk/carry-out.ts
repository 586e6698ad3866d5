/** Executes one plan of many: no prompts, and no output but the result. */

import { prepareRequest } from '../../client/prepare.ts';
import { outlineOf } from '../../contract/operations/outline.ts';
import { type Failure, failureOf } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { CallPlan, Plan } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { mayBeName } from '../names/may-be-name.ts';
import { sent } from '../run/call.ts';
import { dryRunOf } from '../run/dry-run.ts';
import { WaitInterrupted, waitFor } from '../run/wait/wait.ts';
import { silentProgress } from '../terminal/progress.ts';
import type { Item } from './items.ts';

export interface Outcome {
  readonly value: unknown;
  readonly status: ExitStatus;
  /** Why it is not known how it ends, of what was sent and goes on. */
  readonly interrupted?: Failure;
  /** Of an upload: false if the service had the content already. */
  readonly sent?: boolean;
}

/** Executes a plan and returns its outcome. Throws on failure. */
export async function carryOut(session: Session, plan: Plan): Promise<Outcome> {
  const quiet = quietly(session);
  if (plan.kind === 'call') return sendOne(quiet, plan);
  const { value, status = exit.done } = (await plan.run(quiet)) ?? {};
  return { value, status };
}

/** Carries out a row; if the service knows no such id, once more with what the names in it mean. */
export async function carryOutRow(session: Session, { plan, named }: Item): Promise<Outcome> {
  try {
    return await carryOut(session, plan);
  } catch (error) {
    const again = mayBeName(error) ? await named?.() : undefined;
    if (!again) throw error;
    return carryOut(session, again.plan);
  }
}

async function sendOne(session: Session, plan: CallPlan): Promise<Outcome> {
  const { request, wait, dryRun, before } = plan;
  if (dryRun) {
    const operation = await outlineOf(request.operation);
    const { value } = await dryRunOf(session, (baseUrl) => prepareRequest(baseUrl, operation, request));
    return { value, status: exit.done };
  }
  const client = await session.client();
  const send = () => client.send(request.operation, request, { signal: session.signal });
  const answer = (await before?.(session)) ?? (await sent(session, plan, send));
  if (!wait) return { value: answer, status: exit.done };
  const target = wait.target(answer);
  try {
    const { value, status } = await waitFor(session, target, wait, answer);
    return { value, status };
  } catch (error) {
    return begun(error, answer);
  }
}

/** The outcome of what was sent when its wait was interrupted; throws any other error. @param answer the resource, if it was not seen since */
export function begun(error: unknown, answer: unknown): Outcome {
  const interrupted = failureOf(error);
  if (interrupted.exitStatus !== exit.interrupted) throw error;
  const value = error instanceof WaitInterrupted ? (error.resource ?? answer) : answer;
  return { value, status: exit.interrupted, interrupted };
}

/** A session without progress, notes, prompts or output of its own. */
function quietly(session: Session): Session {
  const { signal } = session;
  return {
    ...session,
    output: 'json',
    interactive: false,
    progress: () => silentProgress,
    note: () => {},
    signal,
  };
}
