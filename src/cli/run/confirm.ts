/** Asks for confirmation before something is destroyed. */
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Confirmation, Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { serviceText } from './session/session.ts';

/** Maximum number of characters of a name to show. */
const longest = 80;

/**
 * Continues only with --yes, a yes, or the typed name if that is required. The prompt names the resource, the
 * service and the profile. @throws UsageError without a terminal; LocalError when the answer is no; errors of
 * reading the resource
 */
export async function confirmed(session: Session, confirmation: Confirmation): Promise<void> {
  const { given, reads, nameOf, typed } = confirmation;
  if (given) return;
  if (!session.interactive)
    throw new UsageError(`${await question(session, confirmation)} Add --yes to confirm.`, {
      hint: 'vau cannot ask: standard input or standard error is not a terminal.',
    });
  const thing = reads && (await read(session, reads));
  const name = nameText(nameOf?.(thing));
  const asked = await question(session, confirmation, thing, name);
  const prompts = await session.prompts();
  if (!typed || !name) {
    if (!(await prompts.confirm(asked))) throw new LocalError('Nothing was deleted', { code: 'declined' });
    session.agree();
    return;
  }
  session.note(asked);
  const answer = await prompts.input(`To confirm, type the name ${name}:`);
  if (answer.trim() !== name)
    throw new LocalError('Nothing was deleted', { code: 'declined', hint: `The name is ${name}.` });
  session.agree();
}

async function question(
  session: Session,
  { what, effect }: Confirmation,
  thing?: unknown,
  name?: string,
): Promise<string> {
  const shown = name && name.length > longest ? `${name.slice(0, longest)}…` : name;
  const asked = `${what(shown || undefined)}, on ${serviceText(await session.settings())}?`;
  const more = effect?.(thing);
  return more ? `${asked} ${clean(more)}` : asked;
}

async function read(session: Session, { operation, params, query }: Request): Promise<unknown> {
  const client = await session.client();
  return client.send(operation, { params, query }, { signal: session.signal });
}

/** A name that can be shown and typed; empty if there is none. */
const nameText = (name: unknown): string => (typeof name === 'string' ? clean(name).trim() : '');
