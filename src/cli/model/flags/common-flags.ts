/** Flags that every command takes, and flags that many commands share. */
import { defaultWait } from '../../../client/wait/defaults.ts';
import type { WaitKind, WaitTarget } from '../../../client/wait/kinds.ts';
import { boundsInWords, limits } from '../../../contract/values/limits.ts';
import { UsageError } from '../../errors/errors.ts';
import { at } from '../columns.ts';
import { type CallPlan, type Confirmation, defined, type Wait } from '../plan.ts';
import { outputFormats } from '../session.ts';
import { choice, day, integer, kebab, path, seconds, text, toggle, url, within } from '../values.ts';

/** Accepted before and after the command name. */
export const commonFlags = {
  output: choice(outputFormats, 'Output format (default table)', {
    short: 'o',
    placeholder: 'FORMAT',
  }),
  fields: text('Only these fields of each row', { placeholder: 'A,B.C' }),
  query: text('JMESPath expression applied to the result', { placeholder: 'JMESPATH' }),
  wide: toggle('Whole ids and every column, also on a terminal'),
  profile: text('Profile to use', { placeholder: 'NAME' }),
  baseUrl: url('Base URL of the service, ending in /v1'),
  tokenFile: path('File that holds the token; - is standard input'),
  requestTimeout: seconds('Time to wait for data from the service (default 5m)'),
  totalTimeout: seconds('Time to wait for a whole response (default 15m)'),
  caFile: path("PEM certificates to trust in addition to the system's"),
  debug: toggle('Trace requests on standard error, without secrets'),
  color: choice(['auto', 'always', 'never'], 'When to use colour (default auto)'),
} as const;

/** --wait, --timeout and --interval. */
export const waitFlags = {
  wait: toggle('Wait until it is finished', { local: true }),
  timeout: seconds(`Time limit of --wait (default ${defaultWait.timeout / 60}m)`, { local: true }),
  interval: seconds(`Poll interval to start with (default ${defaultWait.interval}s)`, { local: true }),
} as const;

interface PatienceInput {
  readonly timeout?: number | undefined;
  readonly interval?: number | undefined;
}

export interface WaitInput extends PatienceInput {
  readonly wait?: boolean | undefined;
}

/** The timeout and the first poll interval, in seconds. @throws UsageError for an interval of 0 */
export function patience({ timeout = defaultWait.timeout, interval = defaultWait.interval }: PatienceInput) {
  if (interval === 0) throw new UsageError('--interval must be above 0');
  return { timeout, interval };
}

/**
 * The wait option of a plan; empty without --wait. @param kind what to wait for @param target takes the
 * response that started it and gives its ids
 */
export function waiting<Answer>(
  { wait, timeout, interval }: WaitInput,
  kind: WaitKind,
  target: (answer: Answer) => Omit<WaitTarget, 'kind'>,
): { wait?: Wait } {
  if (!wait) return {};
  return {
    wait: {
      target: (answer) => ({ kind, ...target(answer as Answer) }),
      ...patience({ timeout, interval }),
    },
  };
}

/** --limit and --offset. */
export const pageFlags = {
  limit: integer(`Maximum number of items to return, ${within({ min: 1, max: limits.pageMaximum })}`),
  offset: integer('Number of items to skip, 0 or more'),
} as const;

const inWords = boundsInWords('created');

/** --created-before and --created-after. */
export const createdFlags = {
  createdBefore: day(inWords.before),
  createdAfter: day(inWords.after),
} as const;

/** The words of a confirmation. */
export interface Confirmed extends Pick<Confirmation, 'effect' | 'typed'> {
  /** Its kind: file, share. */
  readonly kind: string;
  /** Its name: a dotted path, or a function of the resource. */
  readonly name?: string | ((thing: unknown) => unknown);
}

/** What a command is about to delete. */
interface Doomed extends Confirmed {
  readonly id: string;
  /** The request that reads it. */
  readonly read?: CallPlan;
}

/** The confirmation of a deletion: what is deleted, and what else it affects. */
export function confirm(yes: boolean | undefined, doomed: Doomed): { confirm: Confirmation } {
  const { kind, id, read, name, effect, typed } = doomed;
  return {
    confirm: defined({
      what: (called: string | undefined) =>
        `Delete ${called ? `${kind} "${called}" (${id})` : `${kind} ${id}`}`,
      given: yes === true,
      reads: read?.request,
      nameOf: typeof name === 'string' ? (thing: unknown) => at(thing, name) : name,
      effect,
      typed,
    }),
  };
}

/** Refuses flags that exclude each other. Names are those of the model. */
export function refuseTogether(flags: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(flags).filter((name) => flags[name] !== undefined);
  const names = given.map((name) => `--${kebab(name)}`);
  if (names.length > 1) throw new UsageError(`${names.join(' and ')} cannot be given together: choose one`);
}

/**
 * A service makes these formats of speech, whatever modality is asked for.
 * @param instead the format that has any modality
 * @throws UsageError where another modality is named beside them
 */
export function refuseOtherThanSpeech(
  { format, modality = [] }: { format?: string | undefined; modality?: readonly string[] | undefined },
  instead: string,
): void {
  if (!format?.startsWith('speech_')) return;
  const others = modality.filter((one) => one !== 'speech');
  if (others.length > 0)
    throw new UsageError(
      `--format ${format} is of speech only, and --modality names ${others.join(' and ')}: leave out one of the two, or use --format ${instead}`,
    );
}
