/** The words that name a command, as arguments. */
import { MissingError, UsageError } from '../../errors/errors.ts';
import { closest } from '../../errors/nearest.ts';
import { commandNames, nounOf } from '../../model/catalogue/catalogue.ts';
import { choice, optional, text } from '../../model/values.ts';

const nouns = [...new Set(commandNames.map(nounOf))];

/** The first word of a command. */
export const nounValue = choice(nouns, 'First word of the command', { placeholder: 'NOUN' });

/** The second word, for a command that has one. */
export const verbArgument = optional(text('Second word, if it has one', { placeholder: 'VERB' }));

/**
 * Checks the name of a command. @param example a command that takes the name, for the advice: `schema` @throws
 * UsageError with the nearest name, or MissingError when only the first word was given
 */
export function checkName(noun: string, name: string, example: string): void {
  const own: readonly string[] = commandNames.filter((one) => nounOf(one) === noun);
  if (own.includes(name)) return;
  const near = closest(name, own);
  const message = `Unknown command ${name}: ${noun} has ${own.join(', ')}`;
  const details = near ? { hint: `Did you mean ${near}?`, next: `vau ${example} ${near}` } : {};
  if (name !== noun) throw new UsageError(message, details);
  const verbs = own.map((one) => one.slice(noun.length + 1));
  throw new MissingError(['verb'], message, details, verbs);
}
