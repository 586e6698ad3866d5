/** A deep search whose answer and results are written as they arrive. */
import { AnswerError } from '../../client/errors.ts';
import { loadOperation } from '../../contract/operations/load.ts';
import { misfit } from '../../contract/shape.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { nextLine } from './results.ts';
import { SearchPage } from './search-page.ts';

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
  const { answer } = await loadOperation('deep-search.run');
  const wrong =
    search === undefined
      ? 'ended before the search did: vau deep-search list shows it'
      : misfit(answer, search);
  if (wrong) throw new AnswerError(`The response to deep-search.run ${wrong}`, 'deep-search.run');
  return search;
}
