/** What a redo would do, shown before it is asked for. */
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Request } from '../model/plan.ts';
import { redoInWords } from '../model/redo-words.ts';
import type { Session } from '../model/session.ts';

/**
 * Shows an estimate on standard error, and asks. Nothing is asked where there is nothing to do.
 * @param request the estimate @param given whether --yes was given
 * @throws UsageError without a terminal; LocalError when the answer is no
 */
export async function agreeToRedo(session: Session, request: Request, given: boolean): Promise<void> {
  const client = await session.client();
  const estimate = await client.send(request.operation, request, { signal: session.signal });
  session.note(redoInWords(estimate));
  if (given || (estimate as { files?: unknown }).files === 0) return;
  // A profile where every change asks has asked already.
  if (await session.beforeChange()) return;
  if (!session.interactive)
    throw new UsageError('A redo replaces results. Add --yes to confirm.', {
      hint: 'vau cannot ask: standard input or standard error is not a terminal.',
    });
  const prompts = await session.prompts();
  if (!(await prompts.confirm('Start it?')))
    throw new LocalError('Nothing was started', { code: 'declined' });
  session.agree();
}
