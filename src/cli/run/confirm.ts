/** The question before something is destroyed. */
import { LocalError, UsageError } from '../errors/errors.ts';
import { at } from '../model/columns.ts';
import type { Confirmation, Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../output/format.ts';

/**
 * Goes on only with --yes, a yes, or the thing's name where that has to be typed.
 * @throws UsageError when nobody can be asked; LocalError when the answer is another; what reading the name throws
 */
export async function confirmed(session: Session, confirmation: Confirmation): Promise<void> {
  const { question, given, named } = confirmation;
  if (given) return;
  if (!session.interactive)
    throw new UsageError(`${question} Give --yes to do it without being asked.`, {
      hint: 'Nobody can be asked: standard input or standard error is no terminal.',
    });
  const name = named && (await nameOf(session, named));
  const prompts = await session.prompts();
  if (!name) {
    if (!(await prompts.confirm(question))) throw new LocalError('Nothing was deleted');
    return;
  }
  session.note(question);
  const typed = await prompts.input(`Type its name, ${name}, to go on:`);
  if (typed.trim() !== name)
    throw new LocalError('Nothing was deleted', { hint: `What was typed is not ${name}.` });
}

/** Its name as it can be shown and typed; empty when there is nothing to type. */
async function nameOf(session: Session, { operation, params }: Request): Promise<string> {
  const client = await session.client();
  const name = at(await client.send(operation, { params }, { signal: session.signal }), 'name');
  return typeof name === 'string' ? clean(name).trim() : '';
}
