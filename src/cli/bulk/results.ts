/** Collects the results of the rows. */
import type { Failure } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { jsonText } from '../output/json.ts';
import { show } from '../output/show.ts';

/** The result of one row: a line of standard output and of the journal. */
export interface ItemResult {
  readonly line: number;
  /** The key of the request; absent when the row is invalid. */
  readonly key?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly exit_status: ExitStatus;
  /** Of an upload: false if the service had the content already. */
  readonly sent?: boolean;
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

/** Whether a result is that of a job that goes on after a timeout or an interruption: it has not failed. */
export const isLate = ({ exit_status: status }: ItemResult): boolean =>
  status === exit.timedOut || status === exit.interrupted;

const unread: Failure = {
  code: 'broken_pipe',
  message: 'the reader closed the pipe',
  exitStatus: exit.brokenPipe,
  retryable: true,
};

/** How results are shown. */
export interface Shown {
  /** The line of a result for people; default: ndjson. */
  readonly line?: (result: ItemResult) => string;
  /** Shows each result at once in every format: the run has no end to wait for. */
  readonly endless?: boolean;
  /** Is called with each result. */
  readonly seen?: (result: ItemResult) => void;
  /** Runs a function that writes, while progress is shown. */
  readonly around?: (write: () => void) => void;
}

/** Counts results. Prints each at once if the format allows it; those are not kept in memory. */
export class Results {
  readonly #session: Session;
  readonly #kept: ItemResult[] = [];
  readonly #statuses = new Set<ExitStatus>();
  #done = 0;
  #failed = 0;
  /** Rows whose job goes on after the time limit of their wait. */
  late = 0;
  /** Rows that the journal lists as done. */
  before = 0;
  /** Why the run stopped early: sign-in, network, closed pipe or Ctrl-C. */
  stopped: Failure | undefined;

  readonly #shown: Shown;

  constructor(session: Session, shown: Shown = {}) {
    this.#session = session;
    this.#shown = shown;
  }

  /** True once any row has a result. */
  get some(): boolean {
    return this.#done + this.#failed + this.late > 0;
  }

  /** Counts and prints a result. Stops the run when the reader has closed the pipe. */
  async add(result: ItemResult): Promise<void> {
    if (result.ok) this.#done += 1;
    else {
      if (result.exit_status === exit.timedOut) this.late += 1;
      else if (!isLate(result)) this.#failed += 1;
      this.#statuses.add(result.exit_status);
    }
    this.#shown.seen?.(result);
    const { io } = this.#session;
    const { line, endless = false, around = (write) => write() } = this.#shown;
    if (!streams(this.#session)) {
      if (endless) await show(this.#session, { value: result });
      else this.#kept.push(result);
      return;
    }
    const text = line && this.#session.output === 'table' ? line(result) : jsonText(io, result);
    around(() => io.out(`${text}\n`));
    if (await io.gone()) this.stopped ??= unread;
  }

  /** Prints the kept results as one value, in the order of the rows. */
  async show(): Promise<void> {
    if (streams(this.#session)) return;
    await show(this.#session, { value: this.#kept.sort((a, b) => a.line - b.line) });
  }

  /**
   * `3 done, 1 failed, 2 not tried`. After Ctrl-C or the time limit of a wait some were begun, as files that are sent and
   * processed by the service: `2 not finished`. @param asked the number of rows to run; undefined when unknown, as for a pipe
   */
  summary(asked: number | undefined): string {
    const { stopped } = this;
    const late = this.late > 0 ? `, ${this.late} not finished (timeout; the jobs themselves continue)` : '';
    const left = asked === undefined ? undefined : asked - this.#done - this.#failed - this.late;
    const rest = left === undefined ? (stopped ? ', the rest' : '') : left > 0 ? `, ${left}` : '';
    const state = stopped?.exitStatus === exit.interrupted ? 'not finished' : 'not tried';
    const untried = rest && `${rest} ${state}${stopped ? ` (${stopped.message})` : ''}`;
    return `${this.#done} done, ${this.#failed} failed${late}${untried}`;
  }

  /** 0 when every row succeeded; the exit status that all failures share, else 1. */
  status(): ExitStatus {
    if (this.stopped) return this.stopped.exitStatus;
    const [first, ...others] = this.#statuses;
    return others.length > 0 ? exit.fault : (first ?? exit.done);
  }
}

/** Whether results are printed one by one; every other format is one value at the end. */
const streams = ({ output, flags }: Session): boolean =>
  (output === 'table' || output === 'ndjson') && flags.query === undefined && flags.fields === undefined;
