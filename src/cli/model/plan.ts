/** What a command wants done, as data; src/cli/run carries it out. */

import type { WaitKind, WaitTarget } from '../../client/wait/kinds.ts';
import type { BodyInput, OperationId, ParamsOf, QueryInput } from '../../contract/index.ts';
import type { ExitStatus } from '../errors/exit.ts';
import type { Column } from './columns.ts';
import type { Fields } from './fields.ts';
import type { Session } from './session.ts';

/** A request of one operation, as it will be checked against the contract and sent. */
export interface Request {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Local files sent as parts of a multipart body, by part name; `body` holds the other parts. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Waiting for what a request started: given its answer, what to watch. */
export interface Wait {
  readonly target: (answer: unknown) => WaitTarget<WaitKind>;
  /** Longest time to wait, in seconds. */
  readonly timeout: number;
  /** Seconds between the first looks; later ones are further apart. */
  readonly interval: number;
  /** Told what was waited for when it has failed: says more about it on standard error. */
  readonly failed?: (session: Session, resource: unknown) => Promise<void>;
}

/** What is asked before something is destroyed. */
export interface Confirmation {
  /** What is to be done, without a question mark: `Delete file "talk.mp4" (ID)`. The name is what `nameOf` finds. */
  readonly what: (name: string | undefined) => string;
  /** What goes with it and what stays, as sentences; of the thing as `reads` finds it, undefined before that. */
  readonly effect?: (thing: unknown) => string;
  /** True when --yes was given. */
  readonly given: boolean;
  /** Reads the thing, so that a person sees what it is. */
  readonly reads?: Request;
  /** What people call the thing. */
  readonly nameOf?: (thing: unknown) => unknown;
  /** For what is hard to get back: its name has to be typed in place of a yes. */
  readonly typed?: boolean;
}

export interface CallPlan {
  readonly kind: 'call';
  readonly request: Request;
  readonly wait?: Wait;
  readonly confirm?: Confirmation;
  /**
   * Done before the request is sent, when it has passed its check. An answer that it gives takes the place of the
   * request; an error that it throws ends the command.
   */
  readonly before?: (session: Session) => Promise<unknown>;
  /** When the request is refused: gives an answer that takes its place, or throws what a person is told. */
  readonly refused?: (session: Session, error: unknown) => Promise<unknown>;
  /** One line for a person when the request is done, in place of the answer: `Deleted tag 5.` */
  readonly done?: string;
  /** Where the rows of a list can be in the answer; `data` for nearly all. */
  readonly rows?: readonly string[];
  /** Every page of it, not one. */
  readonly all?: boolean;
  /** Shown instead of sent. */
  readonly dryRun?: boolean;
}

/** What a local command hands back. */
export interface Result {
  /** What -o json prints; nothing when undefined. */
  readonly value?: unknown;
  /** What a person reads, in place of a table of the value. */
  readonly text?: string;
  /** Rows of the table, when they are not the value itself. */
  readonly rows?: readonly unknown[];
  readonly columns?: readonly Column[];
  /** Exit status when it is not 0: some of many failed. */
  readonly status?: ExitStatus;
  /** What could not be done when the rest could: thrown when the result has been shown. */
  readonly error?: Error | undefined;
}

export interface RunPlan {
  readonly kind: 'run';
  readonly run: (session: Session) => Promise<Result | undefined>;
}

export type Plan = CallPlan | RunPlan;

/** The parts of a request that an operation takes. */
type Parts<Id extends OperationId> = {
  params?: ParamsOf<Id> | Fields;
  query?: QueryInput<Id> | Fields | undefined;
  body?: BodyInput<Id> | Fields;
  files?: Readonly<Record<string, string>>;
};

/**
 * A plan that sends one request.
 * @param operation its id in the contract
 * @param parts path and query parameters and the body, as the contract types them
 * @param options waiting, confirmation and how the outcome is told
 */
export function call<Id extends OperationId>(
  operation: Id,
  parts: Parts<Id> = {},
  options: Omit<CallPlan, 'kind' | 'request'> = {},
): CallPlan {
  const { params = {}, query = {}, body, files } = parts;
  const request = defined({ operation, params, query, body, files }) as Request;
  return { kind: 'call', request, ...options };
}

/**
 * A plan for what no single request does: the function gets the session and does it.
 * @param run what to do
 */
export const local = (run: RunPlan['run']): RunPlan => ({ kind: 'run', run });

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same object without the fields that are undefined: flags that were not given leave no trace in a request. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** As `defined`, but undefined when nothing is left: an object of which no flag was given is left out whole. */
export function some<T extends object>(fields: T): Defined<T> | undefined {
  const kept = defined(fields);
  return Object.keys(kept).length > 0 ? kept : undefined;
}
