/** The body of an attach request, from a file, from flags, or from both. */

import { ApiError } from '../../../client/errors.ts';
import type { BodyInput } from '../../../contract/operations/index.ts';
import { isRecord } from '../../../contract/record.ts';
import { limits } from '../../../contract/values/limits.ts';
import { CliError, UsageError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { at, column } from '../../model/columns.ts';
import type { Fields } from '../../model/fields.ts';
import type { CallPlan, Request } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { integer, type JsonObject, number, text, toggle, within } from '../../model/values.ts';

// --cost-limit and --estimate of commands that start work.

export const costFlags = {
  costLimit: number('Start nothing if it would cost more credits (exit 4)', { local: true }),
  estimate: toggle('Show what it would cost; start nothing', { local: true }),
} as const;

/**
 * Asks for an estimate before the request. The service checks the limit too, but one that does not know it would start the
 * work.
 * @param request the estimate
 */
export const withinLimit =
  (request: Request, limit: number): NonNullable<CallPlan['before']> =>
  async (session) => {
    await refuseBeyond(session, request, limit);
    return undefined;
  };

// Flags and columns of moments, in a collection and in a run.

/** --limit and --cursor. */
export const cursorFlags = {
  limit: integer(`Maximum number of items to return, ${within({ min: 1, max: limits.pageMaximum })}`),
  cursor: text('next_cursor of the previous page'),
} as const;

/** Columns of moments: when, how good, and what was said. */
export const momentColumns = [
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('criterion_score.value', 'score', 'score'),
  column('rank_score', 'score', 'rank'),
  column('title'),
  { header: 'speakers', value: (row: unknown) => listed(at(row, 'speakers')) },
  column('judged_by', 'text', 'found by'),
];

const listed = (names: unknown): unknown => (Array.isArray(names) ? names.join(', ') : names);

type Body = BodyInput<'moment-criteria.attach'>;

/**
 * The file's content with the flags' values on top; the contract checks the result. @param made the body that
 * the flags make @throws UsageError when the file does not hold an object
 */
export function criterionBody(file: unknown, made: Fields): Body {
  const given = bodyIn(file);
  const { criterion, speaker_filter: speakers, ...knobs } = made as Fields & Made;
  return {
    ...given.rest,
    ...knobs,
    ...(speakers && {
      speaker_filter: { ...(given.rest.speaker_filter as object | undefined), ...speakers },
    }),
    criterion: { ...given.criterion, ...criterion },
  } as unknown as Body;
}

interface Made {
  readonly criterion?: object;
  readonly speaker_filter?: object;
}

/** A file holds a criterion alone, or a whole body with `criterion` in it. */
function bodyIn(file: unknown): { criterion: JsonObject; rest: JsonObject } {
  if (file === undefined) return { criterion: {}, rest: {} };
  if (!isRecord(file))
    throw new UsageError('--file must hold an object: a criterion, or a body with criterion in it');
  // $schema helps editors; the criterion does not include it.
  const { $schema: _, ...own } = file;
  if (!('criterion' in own)) return { criterion: own, rest: {} };
  const { criterion, ...rest } = own;
  if (!isRecord(criterion)) throw new UsageError('--file: criterion must be an object');
  return { criterion, rest };
}

/**
 * Checks an estimate against the limit. @param request the estimate operation @param limit in credits @throws CliError
 * (exit 4) if it would cost more; UsageError if the service gives no estimates
 */
async function refuseBeyond(session: Session, request: Request, limit: number): Promise<void> {
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
