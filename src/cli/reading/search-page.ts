/** Writes the events of a deep search for people: the answer, then the results. A result that comes first waits. */
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { type Flow, flow } from './flow.ts';
import { widthOf } from './lay-out.ts';
import { itemsIn, itemsOf, onlyNew } from './result-items.ts';
import { resultBlock } from './results.ts';

/** Digits of the numbers of results: how many there will be is not known yet. */
const digits = 2;

export class SearchPage {
  readonly #session: Session;
  readonly #query: string;
  readonly #begin: () => void;
  readonly #answer: Flow;
  readonly #waiting: unknown[] = [];
  readonly #isNew = onlyNew();
  #number = 0;
  #answered = false;
  #spoken = false;
  #search: unknown;
  #failure: CliError | undefined;

  /** @param query its words are marked @param begin called before anything is written */
  constructor(session: Session, query: string, begin: () => void) {
    this.#session = session;
    this.#query = query;
    this.#begin = begin;
    this.#answer = flow((text) => session.io.out(text), widthOf(session.io));
  }

  /** Takes one event; unknown ones are left aside. */
  take(event: unknown): void {
    const type = at(event, 'type');
    if (type === 'deep_search.text.delta') this.#say(at(event, 'delta'));
    else if (type === 'deep_search.text.done') this.#endAnswer();
    else if (type === 'deep_search.result.added') this.#add(at(event, 'result'));
    else if (type === 'deep_search.completed') this.#search = at(event, 'deep_search');
    else if (type === 'error') this.#failure = failureOf(at(event, 'error'));
  }

  /**
   * Writes what is left, also for a service that sends it at the end only.
   * @returns the finished search; undefined if the stream ended before it did @throws CliError if it failed
   */
  end(): unknown {
    if (this.#failure) throw this.#failure;
    if (!this.#spoken) this.#say(at(this.#search, 'text'));
    if (this.#number === 0 && this.#waiting.length === 0) this.#waiting.push(...itemsIn(this.#search));
    this.#endAnswer();
    return this.#search;
  }

  #say(text: unknown): void {
    if (typeof text !== 'string' || this.#answered) return;
    this.#begin();
    this.#spoken = true;
    this.#answer.add(text);
  }

  #endAnswer(): void {
    if (!this.#answered) {
      this.#begin();
      if (this.#answer.end()) this.#session.io.out('\n');
    }
    this.#answered = true;
    for (const result of this.#waiting.splice(0)) this.#write(result);
  }

  #add(result: unknown): void {
    if (this.#answered) this.#write(result);
    else this.#waiting.push(result);
  }

  #write(result: unknown): void {
    for (const item of itemsOf(result).filter(this.#isNew)) {
      this.#number += 1;
      const block = resultBlock(this.#session, item, this.#number, { query: this.#query, digits });
      this.#session.io.out(`${block}\n`);
    }
  }
}

function failureOf(error: unknown): CliError {
  const [message, type] = [at(error, 'message'), at(error, 'type')];
  const said = typeof message === 'string' ? message : 'unknown reason';
  return type === 'cancelled'
    ? new CliError(said, exit.jobCancelled, 'job_cancelled')
    : new CliError(`The search failed: ${said}`, exit.jobFailed, 'job_failed');
}
