/** Names where resources of several kinds are taken. */
import type { NamedKind } from '../../contract/values/names.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { findNamed, type Match } from './find.ts';

/**
 * The id of what a name stands for, among the kinds; a whole name goes before the beginning of one. @throws UsageError that
 * lists what it can be, if several fit; CliError (exit 5) if there is none
 */
export async function idOfAny(session: Session, kinds: readonly NamedKind[], text: string): Promise<string> {
  const client = await session.client();
  const all: { readonly kind: string; readonly match: Match }[] = [];
  for (const kind of kinds) {
    const match = await findNamed(client, kind, text, session.signal);
    if (match) all.push({ kind: kind.kind, match });
  }
  const exact = all.filter(({ match }) => match.exact);
  const [only, ...others] = exact.length > 0 ? exact : all;
  if (only && others.length === 0) return only.match.id;
  if (!only) {
    const names = kinds.map(({ kind }) => kind).join(' or ');
    throw new CliError(`There is no ${names} called ${JSON.stringify(text)}`, exit.notFound, 'not_found', {
      next: 'vau collection list',
    });
  }
  const lines = [only, ...others].map(({ kind, match }) => `  ${match.id}  ${kind} ${match.name}`);
  throw new UsageError([`${JSON.stringify(text)} can be:`, ...lines].join('\n'), { hint: 'Give the id.' });
}
