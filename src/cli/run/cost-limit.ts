/** --cost-limit: asks what a request would cost before it is sent. */
import { ApiError } from '../../client/errors.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';

/**
 * Checks an estimate against the limit. @param request the estimate operation @param limit in credits @throws CliError
 * (exit 4) if it would cost more; UsageError if the service gives no estimates
 */
export async function refuseBeyond(session: Session, request: Request, limit: number): Promise<void> {
  const cost = at(await estimated(session, request), 'cost');
  if (typeof cost !== 'number') throw noEstimate('its estimate has no cost');
  if (cost <= limit) return;
  throw new CliError(
    `It would cost ${cost} credits, more than --cost-limit ${limit}: nothing was started`,
    exit.refused,
    'refused',
    { hint: 'Raise the limit, or choose fewer files. --estimate shows what it would cost.' },
  );
}

async function estimated(session: Session, request: Request): Promise<unknown> {
  const client = await session.client();
  try {
    return await client.send(request.operation, request, { signal: session.signal });
  } catch (error) {
    if (error instanceof ApiError && [404, 405, 501].includes(error.status)) throw noEstimate(error.message);
    throw error;
  }
}

const noEstimate = (why: string) =>
  new UsageError(`--cost-limit needs an estimate, and the service gave none: ${why}; nothing was started`);
