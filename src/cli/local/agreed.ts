import { LocalError, UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';

/**
 * Goes on only after a yes.
 * @throws UsageError, which names --yes, when nobody can be asked; LocalError when the answer is no
 */
export async function agreed(session: Session, question: string): Promise<void> {
  if (!session.interactive)
    throw new UsageError(`${question} Give --yes to do it without being asked.`, {
      hint: 'Nobody can be asked: standard input or standard error is no terminal.',
    });
  const prompts = await session.prompts();
  if (!(await prompts.confirm(question))) throw new LocalError('Nothing was deleted');
}
