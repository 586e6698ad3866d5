/** Offers what is there, where the id of a collection, a file, a webhook or a tag is missing. */
import { kindOfField, type NamedKind } from '../../../contract/names.ts';
import { at } from '../../model/columns.ts';
import { snake } from '../../model/names.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/values.ts';
import { shortId } from '../../output/format.ts';
import { clean } from '../../terminal/clean.ts';
import type { Choice } from '../../terminal/prompts.ts';

/** How many to offer: the latest. An older one is typed: its name or its id. */
const most = 100;

/**
 * The id that the user picks from a list, or what they type instead; undefined if the value is no such id, or there is
 * nothing to choose from. @param name the flag or argument as typed
 */
export async function chosenId(session: Session, name: string, value: Value): Promise<string | undefined> {
  const key = name.replace(/^--|[<>]/g, '').replaceAll('-', '_');
  const kind = value.placeholder === 'ID' ? kindOfField(value.field ?? snake(key)) : undefined;
  const choices = kind ? await choicesOf(session, kind) : [];
  if (choices.length === 0) return undefined;
  const prompts = await session.prompts();
  return prompts.search(`${value.help} (${name})`, (typed) => matching(choices, typed));
}

/** Those that have the text in them, then the text itself. */
function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  if (typed === '') return choices;
  const found = choices.filter(
    ({ name, value }) => value === typed || name.toLowerCase().includes(typed.toLowerCase()),
  );
  return found.some(({ value }) => value === typed)
    ? found
    : [...found, { name: `Use ${JSON.stringify(typed)}`, value: typed }];
}

/** The latest resources of a kind; none if the service does not list them. */
async function choicesOf(session: Session, { list, names }: NamedKind): Promise<Choice[]> {
  const client = await session.client();
  const { signal } = session;
  const answer = await client.send(list, { query: { limit: most } }, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  const rows = at(answer, 'data');
  if (!Array.isArray(rows)) return [];
  return (rows as readonly unknown[]).flatMap((row) => {
    const value = at(row, 'id');
    const called = names.map((field) => at(row, field)).find((one) => typeof one === 'string' && one !== '');
    if (typeof value !== 'string') return [];
    return [{ name: `${clean(String(called ?? ''))}  ${shortId(clean(value))}`.trim(), value }];
  });
}
