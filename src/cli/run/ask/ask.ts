/** Prompts for one value. */

import { kindOfField, type NamedKind } from '../../../contract/values/names.ts';
import { at } from '../../model/columns.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/values.ts';
import { snake } from '../../model/values.ts';
import { shortId } from '../../output/format.ts';
import { clean } from '../../terminal/clean.ts';
import type { Choice } from '../../terminal/prompts.ts';
import { readValue } from '../read-value.ts';

// Offers what is there, where the id of a collection, a file, a webhook or a tag is missing.

/** How many to offer: the latest. An older one is typed: its name or its id. */
const most = 100;

/**
 * The id that the user picks from a list, or what they type instead; undefined if the value is no such id, or there is
 * nothing to choose from. @param name the flag or argument as typed
 */
async function chosenId(session: Session, name: string, value: Value): Promise<string | undefined> {
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

/**
 * The typed text, as on the command line; a list for a repeatable value. Invalid text is asked for again.
 * @param name the flag or argument as typed
 */
export async function ask(session: Session, name: string, value: Value): Promise<string | readonly string[]> {
  const prompts = await session.prompts();
  const message = `${value.help} (${name})`;
  if (value.choices) {
    const chosen = await prompts.select(message, value.choices);
    return value.repeated ? [chosen] : chosen;
  }
  const picked = await chosenId(session, name, value);
  if (picked !== undefined) return value.repeated ? [picked] : picked;
  const texts = (typed: string) => (value.repeated && value.kind === 'text' ? typed.split(/\s+/) : [typed]);
  const typed = await prompts.input(message, {
    check: async (text) => {
      if (text.trim() === '') return 'A value is required';
      // Here, standard input is the keyboard.
      if (text.trim() === '-') return '- is not possible here: standard input is this prompt';
      return complaint(texts(text.trim()), value, name, session);
    },
  });
  return value.repeated ? texts(typed.trim()) : typed.trim();
}

async function complaint(
  texts: readonly string[],
  value: Value,
  name: string,
  { io }: Session,
): Promise<string | undefined> {
  try {
    for (const text of texts) await readValue(value, text, name, io);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
