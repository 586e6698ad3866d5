/** The question before something is destroyed. */
import { LocalError, UsageError } from '../errors.ts';
import type { Confirmation } from '../plan.ts';
import type { Session } from '../session.ts';

/**
 * Goes on only with --yes or a yes.
 * @throws UsageError when nobody can be asked; LocalError when the answer is no
 */
export async function confirmed(session: Session, { question, given }: Confirmation): Promise<void> {
  if (given) return;
  if (!session.interactive)
    throw new UsageError(`${question} Give --yes to do it without being asked.`, {
      hint: 'Nobody can be asked: standard input or standard error is no terminal.',
    });
  const prompts = await session.prompts();
  if (!(await prompts.confirm(question))) throw new LocalError('Nothing was deleted');
}
