/** What a command is to do, as data; src/cli/run executes it. */
import type { WaitKind, WaitTarget } from '../../client/wait/kinds.ts';
import type { BodyInput, OperationId, ParamsOf, QueryInput } from '../../contract/index.ts';
import type { ExitStatus } from '../errors/exit.ts';
import type { Column } from './columns.ts';
import type { Fields } from './fields.ts';
import type { Session } from './session.ts';

// Which operations change what a service holds.

/** They are sent by POST, but only ask something: see effectOf in the contract, which start-up does not load. */
const asking: ReadonlySet<string> = new Set<OperationId>([
  'search.run',
  'query.run',
  'deep-search.run',
  'chat.create',
  'page-link.create',
]);

/** Whether an operation changes something: none that reads, searches or asks. */
export const isChange = (operation: string): boolean => !reading.test(operation) && !asking.has(operation);

/** What reads, by the last word of its id. */
const reading =
  /\.(get|list|of-file|of-segment|thumbnails|estimate|balance|ledger|rates|deliveries|delivery)$/;

/** A request of one operation, before the contract check. */
export interface Request {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Local files sent as parts of a multipart body, by part name; `body` holds the other parts. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How to wait for what a request started. */
export interface Wait {
  readonly target: (answer: unknown) => WaitTarget<WaitKind>;
  /** Timeout in seconds. */
  readonly timeout: number;
  /** First poll interval in seconds; later ones are longer. */
  readonly interval: number;
  /** Called with the failed resource: explains the failure on standard error. */
  readonly failed?: (session: Session, resource: unknown) => Promise<void>;
}

/** A confirmation before something is destroyed. */
export interface Confirmation {
  /** The action, without a question mark: `Delete file "talk.mp4" (ID)`. `name` comes from `nameOf`. */
  readonly what: (name: string | undefined) => string;
  /**
   * What else is deleted and what remains, as sentences. Gets the resource from `reads`, undefined until it
   * is read.
   */
  readonly effect?: (thing: unknown) => string;
  /** True when --yes was given. */
  readonly given: boolean;
  /** Reads the resource, so that the prompt can name it. */
  readonly reads?: Request;
  /** The name of the resource. */
  readonly nameOf?: (thing: unknown) => unknown;
  /** The user must type the name instead of yes, because the deletion is hard to undo. */
  readonly typed?: boolean;
}

/** Where a response is saved. */
export interface Save {
  readonly file: string;
  /** True: the response itself, as JSON. */
  readonly json: boolean;
  /** Its text; undefined if it has none yet. */
  readonly content: (answer: unknown) => unknown;
  /** What says why there are no words in it. */
  readonly why?: Request;
}

export interface CallPlan {
  readonly kind: 'call';
  readonly request: Request;
  readonly wait?: Wait;
  readonly confirm?: Confirmation;
  /** What is sent in place of the request: with what lies on this machine beside what it names. */
  readonly found?: (session: Session, request: Request) => Promise<Request>;
  /** Checks what can be checked on this machine, before a service is needed. Throws what is wrong. */
  readonly checks?: (session: Session) => Promise<void>;
  /**
   * Runs after the check and before the request. A value that it returns replaces the request; an error ends
   * the command.
   */
  readonly before?: (session: Session) => Promise<unknown>;
  /** Called with the response to the request: returns what is used in its place. */
  readonly made?: (session: Session, answer: unknown) => Promise<unknown>;
  /** Called when the service refuses the request: returns a replacement, or throws the error to show. */
  readonly refused?: (session: Session, error: unknown) => Promise<unknown>;
  /** Called with the result after it is shown: notes about it on standard error, or what else is to be done with it. */
  readonly after?: (session: Session, result: unknown) => void | Promise<void>;
  /** Called with the responses of all pages, after --all has shown them. */
  readonly afterAll?: (session: Session, pages: readonly unknown[]) => Promise<void>;
  /** One line to show on success instead of the response: `Deleted tag 5.` */
  readonly done?: string;
  /** The response as text for people; undefined shows its fields. */
  readonly text?: (session: Session, answer: unknown) => string | undefined;
  /** Write the response to a file instead of standard output. */
  readonly save?: Save;
  /** Possible paths of the rows in a list response (default `data`). */
  readonly rows?: readonly string[];
  /** The rows and columns of a response that names its own columns; JSON and YAML show it whole. */
  readonly listed?: (session: Session, answer: unknown) => Pick<Result, 'rows' | 'columns'>;
  /** What to say of a list without rows, and what to do next; default `No results.`; '' if `after` says it. */
  readonly none?: string | undefined;
  /** Fetch every page. */
  readonly all?: boolean;
  /** Show the request instead of sending it. */
  readonly dryRun?: boolean;
}

/** The result of a local command. */
export interface Result {
  /** What -o json prints; undefined prints nothing. */
  readonly value?: unknown;
  /** Text to show instead of a table. */
  readonly text?: string;
  /** JSON without line breaks: a program that reads it pays for each character. */
  readonly dense?: boolean;
  /** Rows of the table, if not the value itself. */
  readonly rows?: readonly unknown[];
  readonly columns?: readonly Column[];
  /** Exit status if not 0, such as when some of many failed. */
  readonly status?: ExitStatus;
  /** A partial failure: thrown after the result has been shown. */
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
 * A plan that sends one request. @param operation its id in the contract @param parts path and query
 * parameters and the body, as the contract types them @param options wait, confirmation and output
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

/** A plan for what no single request does. @param run does it, with the session */
export const local = (run: RunPlan['run']): RunPlan => ({ kind: 'run', run });

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its undefined fields, so that omitted flags do not appear in a request. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Like `defined`, but undefined when no field is left. */
export function some<T extends object>(fields: T): Defined<T> | undefined {
  const kept = defined(fields);
  return Object.keys(kept).length > 0 ? kept : undefined;
}
