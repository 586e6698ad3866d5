/** What has come of the rows so far. */
import type { Failure } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { jsonText } from '../output/json.ts';
import { show } from '../output/show.ts';

/** What one row came to; a line of standard output and of the journal. */
export interface ItemResult {
  readonly line: number;
  /** The same for the same request; absent for a row that asks for nothing that can be sent. */
  readonly key?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly exit_status: ExitStatus;
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

const unread: Failure = {
  code: 'broken_pipe',
  message: 'nobody reads the results any more',
  exitStatus: exit.brokenPipe,
  retryable: true,
};

/** Counts results, and prints them as they come where the form allows it: then none of them is kept. */
export class Results {
  readonly #session: Session;
  readonly #kept: ItemResult[] = [];
  readonly #statuses = new Set<ExitStatus>();
  #done = 0;
  #failed = 0;
  /** Rows that the journal says were done before. */
  before = 0;
  /** Why going on makes no sense: nobody is signed in, answers or reads, or Ctrl-C. */
  stopped: Failure | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** True for anything said of any row. */
  get some(): boolean {
    return this.#done + this.#failed > 0;
  }

  /** Counts it and prints it. Who reads the results may have had enough: then no more rows are begun. */
  async add(result: ItemResult): Promise<void> {
    if (result.ok) this.#done += 1;
    else {
      this.#failed += 1;
      this.#statuses.add(result.exit_status);
    }
    const { io } = this.#session;
    if (!streams(this.#session)) {
      this.#kept.push(result);
      return;
    }
    io.out(`${jsonText(io, result)}\n`);
    if (await io.gone()) this.stopped ??= unread;
  }

  /** Prints what is one value at the end, in the order of the rows. */
  async show(): Promise<void> {
    if (streams(this.#session)) return;
    await show(this.#session, { value: this.#kept.sort((a, b) => a.line - b.line) });
  }

  /**
   * `3 done, 1 failed, 2 not tried`.
   * @param asked how many there were to do; undefined where nobody knows, as of a pipe that was not read to its end
   */
  summary(asked: number | undefined): string {
    const { stopped } = this;
    const left = asked === undefined ? undefined : asked - this.#done - this.#failed;
    const rest = left === undefined ? (stopped ? ', the rest' : '') : left > 0 ? `, ${left}` : '';
    const untried = rest && `${rest} not tried${stopped ? ` (${stopped.message})` : ''}`;
    return `${this.#done} done, ${this.#failed} failed${untried}`;
  }

  /** 0 when all went well; the exit status they share when some failed, else 1. */
  status(): ExitStatus {
    if (this.stopped) return this.stopped.exitStatus;
    const [first, ...others] = this.#statuses;
    return others.length > 0 ? exit.fault : (first ?? exit.done);
  }
}

/** Rows of results come as they are there; every other form is one value, at the end. */
const streams = ({ output, flags }: Session): boolean =>
  (output === 'table' || output === 'ndjson') && flags.query === undefined && flags.fields === undefined;
