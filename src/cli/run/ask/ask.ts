/** Prompts for one value. */
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/values.ts';
import { readValue } from '../read-value.ts';
import { chosenId } from './choose.ts';

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
