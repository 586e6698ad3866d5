/** Executes one plan of many: no prompts, and no output but the result. */

import { prepareRequest } from '../../client/prepare.ts';
import { outlineOf } from '../../contract/operations/outline.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { CallPlan, Plan } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { mayBeName } from '../names/may-be-name.ts';
import { sent } from '../run/call.ts';
import { dryRunOf } from '../run/dry-run.ts';
import { waitFor } from '../run/wait/wait.ts';
import { silentProgress } from '../terminal/progress.ts';
import type { Item } from './items.ts';

export interface Outcome {
  readonly value: unknown;
  readonly status: ExitStatus;
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
  const { value, status } = await waitFor(session, wait.target(answer), wait, answer);
  return { value, status };
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
