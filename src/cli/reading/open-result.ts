/** --open N: plays a result in the browser. */
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { openInBrowser } from '../terminal/browser.ts';
import { timeText } from './lay-out.ts';
import { addressOf, itemsIn, nameOf, secondOf, textAt } from './result-items.ts';

/**
 * Opens a result at its second. @param number from 1 @throws UsageError if there is no such result; LocalError if the
 * service gives no address that plays it
 */
export async function openResult(session: Session, answer: unknown, number: number): Promise<void> {
  const items = itemsIn(answer);
  const item = items[number - 1];
  if (item === undefined)
    throw new UsageError(
      items.length === 0
        ? `--open ${number}: nothing was found`
        : `--open must be 1 to ${items.length}: that many results were found`,
    );
  const address = addressOf(item);
  if (address === undefined) throw cannotPlay(item);
  const second = secondOf(item);
  const what = `${nameOf(item)}${second === undefined ? '' : ` at ${timeText(second)}`}`;
  const opened = await openInBrowser(address, session.env.BROWSER);
  session.note(
    opened ? `Opened ${what}: ${address}` : `No browser could be started. Open ${what} yourself: ${address}`,
  );
}

function cannotPlay(item: unknown): LocalError {
  const file = textAt(item, 'file_id');
  return new LocalError(`The service gives no address that plays ${nameOf(item)}`, {
    hint: 'A share gives the file a page that plays it.',
    ...(file === undefined ? {} : { next: `vau share create ${file} --wait` }),
  });
}
