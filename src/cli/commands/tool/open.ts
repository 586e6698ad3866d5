import { servicePages } from '../../../contract/values/enums.ts';
import { type NamedKind, namedKinds } from '../../../contract/values/names.ts';
import { CliError, UsageError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { defineCommand } from '../../model/model.ts';
import { defined, local } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { optional, text, toggle } from '../../model/values.ts';
import { findNamed, type Match } from '../../names/find.ts';
import { isName } from '../../names/may-be-name.ts';
import { openInBrowser } from '../../terminal/browser.ts';

const open = defineCommand({
  name: 'open',
  arguments: {
    page: optional(text(`What to open: ${servicePages.join(', ')}, or the ID or name of a resource`)),
  },
  flags: { print: toggle('Print the link instead of opening it') },
  about:
    'The link leads to a page whose button signs the browser in as you. It works once and for five minutes; the session ends 30 minutes after its last ' +
    'page, 12 hours after it began, or when your token is revoked. Without a terminal, and with -o, the link is printed and nothing is opened. The variable BROWSER names another browser than your preferred one. ' +
    'Files, collections, shares and webhooks have pages of their own.',
  examples: [
    { does: 'See the collections', line: 'open' },
    { does: 'See what failed, and why', line: 'open jobs' },
    { does: 'Watch a file with its transcript and timeline', line: 'open FILE_ID' },
    { does: 'Get the link, for another machine', line: 'open --print' },
  ],
  plan: ({ page: wanted, print = false }) =>
    local(async (session) => {
      const page = servicePages.find((name) => name === wanted);
      const client = await session.client();
      const body = defined(page === undefined ? { id: await idMeant(session, wanted) } : { page });
      const link = await client.call('page-link.create', { body });
      const opens = !print && session.output === 'table' && session.io.terminal.out;
      // The printed link is enough where no browser can be started.
      if (opens && !(await openInBrowser(link.url, session.env)))
        session.note('No browser could be opened here: open the link yourself.');
      return { value: link, text: link.url };
    }),
});

/** The id of what was named; an id is not looked up. */
async function idMeant(session: Session, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || !isName(text)) return text;
  const { collection_id, file_id, webhook_id } = namedKinds;
  return idOfAny(session, [collection_id, file_id, webhook_id], text);
}

export const commands = [open];

/**
 * The id of what a name stands for, among the kinds; a whole name goes before the beginning of one. @throws UsageError that
 * lists what it can be, if several fit; CliError (exit 5) if there is none
 */
async function idOfAny(session: Session, kinds: readonly NamedKind[], text: string): Promise<string> {
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
