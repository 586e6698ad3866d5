/** --open of commands that show results, and what they say without any. */
import { LocalError, UsageError } from '../../errors/errors.ts';
import type { CallPlan } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { integer, kebab } from '../../model/values.ts';
import { timeText } from '../../reading/lay-out.ts';
import type { Searched } from '../../reading/nothing-found.ts';
import { addressOf, itemsIn, nameOf, secondOf, textAt } from '../../reading/result-items.ts';
import { openInBrowser } from '../../terminal/browser.ts';

export const openFlag = {
  open: integer('Play this result in the browser, from its second', { local: true }),
} as const;

/**
 * The part of a plan that opens the result, or says that there is none. @param searched what was asked for @throws UsageError
 * for a number below 1
 */
export function opening(
  { open }: { readonly open: number | undefined },
  searched: Searched = {},
): Pick<CallPlan, 'after' | 'none'> {
  if (open === undefined)
    return {
      none: '',
      after: async (session, answer) => {
        const { noteNothing } = await import('../../reading/nothing-found.ts');
        await noteNothing(session, answer, searched);
      },
    };
  if (open < 1) throw new UsageError(`--open must be 1 or more: results are numbered from 1 (got ${open})`);
  return {
    after: async (session, answer) => {
      await openResult(session, answer, open);
    },
  };
}

/** The flags that leave results out, as typed. @param input the plan's input */
export const narrowing = (input: Readonly<Record<string, unknown>>): string[] =>
  ['filter', 'threshold', 'modality', 'label', 'excludeWeakResults']
    .filter((name) => input[name] !== undefined)
    .map((name) => `--${kebab(name)}`);

/**
 * Opens a result at its second. @param number from 1 @throws UsageError if there is no such result; LocalError if the
 * service gives no address that plays it
 */
async function openResult(session: Session, answer: unknown, number: number): Promise<void> {
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
  const opened = await openInBrowser(address, session.env);
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
