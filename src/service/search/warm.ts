import { documentTable } from '../store/words/postings/document-table.ts';
import type { SearchContext } from './context.ts';

/**
 * Reads what every search needs, some 1.5 s for a million documents, so that the first one does not wait for it. Other
 * requests run in between.
 * @throws the signal's reason if it aborts
 */
export async function warmSearch({ db, yieldTurn }: SearchContext, signal: AbortSignal): Promise<void> {
  await documentTable(db, async () => {
    await yieldTurn();
    signal.throwIfAborted();
  });
}
