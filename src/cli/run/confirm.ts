/** The question before something is destroyed. */
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Confirmation, Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { serviceAddress } from './session/session.ts';

/** Longest name that is shown, in characters. */
const longest = 80;

/**
 * Goes on only with --yes, a yes, or the thing's name where that has to be typed. The question names the thing, the
 * service and the profile.
 * @throws UsageError when nobody can be asked; LocalError when the answer is another; what reading the thing throws
 */
export async function confirmed(session: Session, confirmation: Confirmation): Promise<void> {
  const { given, reads, nameOf, typed } = confirmation;
  if (given) return;
  if (!session.interactive)
    throw new UsageError(
      `${await question(session, confirmation)} Give --yes to do it without being asked.`,
      {
        hint: 'Nobody can be asked: standard input or standard error is no terminal.',
      },
    );
  const thing = reads && (await read(session, reads));
  const name = nameText(nameOf?.(thing));
  const asked = await question(session, confirmation, thing, name);
  const prompts = await session.prompts();
  if (!typed || !name) {
    if (!(await prompts.confirm(asked))) throw new LocalError('Nothing was deleted');
    return;
  }
  session.note(asked);
  const answer = await prompts.input(`To confirm, type its name, ${name}:`);
  if (answer.trim() !== name)
    throw new LocalError('Nothing was deleted', { hint: `What was typed is not ${name}.` });
}

async function question(
  session: Session,
  { what, effect }: Confirmation,
  thing?: unknown,
  name?: string,
): Promise<string> {
  const shown = name && name.length > longest ? `${name.slice(0, longest)}…` : name;
  const asked = `${what(shown || undefined)}, on ${await serviceText(session)}?`;
  const more = effect?.(thing);
  return more ? `${asked} ${clean(more)}` : asked;
}

/** The service that is spoken to and what chose it: `https://media.example.com/v1 (profile staging)`. */
async function serviceText(session: Session): Promise<string> {
  const settings = await session.settings();
  return `${serviceAddress(settings)} (${settings.base_url.where})`;
}

async function read(session: Session, { operation, params, query }: Request): Promise<unknown> {
  const client = await session.client();
  return client.send(operation, { params, query }, { signal: session.signal });
}

/** A name as it can be shown and typed; empty when there is nothing to type. */
const nameText = (name: unknown): string => (typeof name === 'string' ? clean(name).trim() : '');
