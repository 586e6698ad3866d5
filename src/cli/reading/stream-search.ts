/** A deep search whose answer and results are written as they arrive. */
import { AnswerError } from '../../client/errors.ts';
import { outlineOf } from '../../contract/operations/outline.ts';
import { misfit } from '../../contract/shape.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { textWidth } from '../terminal/text-width.ts';
import { widthOf } from './lay-out.ts';
import { itemsIn, itemsOf, onlyNew } from './result-items.ts';
import { nextLine, resultBlock } from './results.ts';

// Writes the events of a deep search for people: the answer, then the results. A result that comes first waits.

/** Text that arrives in pieces, wrapped between words while it is written. */

interface Flow {
  /** Writes what is complete of it: the last word waits for its end. */
  add(piece: string): void;
  /** Writes the last word. @returns true if anything was written since the start */
  end(): boolean;
}

/** @param width of a line, in characters of a terminal. Foreign text is made safe. */
function flow(write: (text: string) => void, width: number): Flow {
  let rest = '';
  let column = 0;
  let begun = false;
  const word = (text: string) => {
    const shown = clean(text);
    const wide = textWidth(shown);
    if (wide === 0) return;
    const fits = column === 0 || column + 1 + wide <= width;
    write(`${column === 0 ? '' : fits ? ' ' : '\n'}${shown}`);
    column = fits && column > 0 ? column + 1 + wide : wide;
    begun = true;
  };
  const line = () => {
    if (begun) write('\n');
    column = 0;
  };
  const words = (text: string) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) line();
      for (const one of part.split(/\s+/).filter(Boolean)) word(one);
    }
  };
  return {
    add(piece) {
      const all = rest + piece;
      const complete = /^[\s\S]*\s/.exec(all)?.[0] ?? '';
      rest = all.slice(complete.length);
      words(complete);
    },
    end() {
      words(rest);
      rest = '';
      if (column > 0) line();
      return begun;
    },
  };
}

/** Digits of the numbers of results: how many there will be is not known yet. */
const digits = 2;

class SearchPage {
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

/** How a search ended. */
export interface Ended {
  readonly search: unknown;
  /** False if the service does not stream: the search is still to be shown. */
  readonly shown: boolean;
}

/**
 * Runs a deep search. Writes its answer first, then each result, as the service sends them.
 * @param body the request @throws CliError if the search failed or was cancelled; AnswerError if the stream ended early
 */
export async function streamSearch(session: Session, body: object): Promise<Ended> {
  const client = await session.client();
  const progress = session.progress('Searching');
  const page = new SearchPage(session, String(at(body, 'query') ?? ''), () => progress.stop());
  const onEvent = (event: unknown) => page.take(event);
  const asked = { body: { ...body, stream: true } };
  try {
    const whole = await client.send('deep-search.run', asked, { signal: session.signal, onEvent });
    if (whole !== undefined) return { search: whole, shown: false };
    progress.stop();
    const search = await checked(page.end());
    session.io.out(nextLine(session, search));
    return { search, shown: true };
  } finally {
    progress.stop();
  }
}

async function checked(search: unknown): Promise<unknown> {
  const { answer } = await outlineOf('deep-search.run');
  const wrong =
    search === undefined
      ? 'ended before the search did: vau deep-search list shows it'
      : misfit(answer, search);
  if (wrong) throw new AnswerError(`The response to deep-search.run ${wrong}`, 'deep-search.run');
  return search;
}
