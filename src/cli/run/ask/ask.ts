/** Asks for one value. */
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/values.ts';
import { readValue } from '../read-value.ts';

/**
 * The text of a value, as it could have been typed on the command line; a list for one that may be repeated.
 * What cannot be understood is asked for again.
 * @param name the flag or argument, as it is typed
 */
export async function ask(session: Session, name: string, value: Value): Promise<string | readonly string[]> {
  const prompts = await session.prompts();
  const message = `${value.help} (${name})`;
  if (value.choices) {
    const chosen = await prompts.select(message, value.choices);
    return value.repeated ? [chosen] : chosen;
  }
  const texts = (typed: string) => (value.repeated && value.kind === 'text' ? typed.split(/\s+/) : [typed]);
  const typed = await prompts.input(message, {
    check: async (text) => {
      if (text.trim() === '') return 'It is needed';
      // Standard input is the keyboard here.
      if (text.trim() === '-') return 'Standard input cannot be read while it is being typed into';
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
    for (const text of texts) await readValue(value, text, name, io.stdin);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
