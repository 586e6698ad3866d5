import { LocalError, UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';

/**
 * Asks for confirmation. @param otherwise what to say when the answer is no @throws UsageError that names --yes without a terminal; LocalError when the answer
 * is no
 */
export async function agreed(
  session: Session,
  question: string,
  otherwise = 'Nothing was deleted',
): Promise<void> {
  if (!session.interactive)
    throw new UsageError(`${question} Add --yes to confirm.`, {
      hint: 'vau cannot ask: standard input or standard error is not a terminal.',
    });
  const prompts = await session.prompts();
  if (!(await prompts.confirm(question))) throw new LocalError(otherwise, { code: 'declined' });
}
