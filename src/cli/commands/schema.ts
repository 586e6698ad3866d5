import { LackingError, UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { commandNames, nounOf } from '../model/catalogue.ts';
import { type CommandModules, defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, needed, optional, text } from '../model/values.ts';

const nouns = [...new Set(commandNames.map(nounOf))];

/** The command that gives the schemas of any of them. */
export function schemas(modules: CommandModules) {
  const schema = defineCommand({
    name: 'schema',
    about:
      'Always JSON: the request and the answer of the command as JSON Schema (2020-12), taken from the interface, its exit statuses and its examples. A command without an operation of the interface has its arguments and flags as input.',
    arguments: {
      noun: needed(choice(nouns, 'First word of the command', { placeholder: 'NOUN' })),
      verb: optional(text('Second word, if it has one', { placeholder: 'VERB' })),
    },
    examples: [
      { does: 'What share create takes and answers', line: 'schema share create' },
      {
        does: 'The fields of a file, for a script',
        line: "schema file get | jq '.output.properties | keys'",
      },
    ],
    plan: ({ noun, verb }) => {
      const name = verb === undefined ? noun : `${noun} ${verb}`;
      checkName(noun, name);
      return local(async () => {
        const [{ commandNamed }, { schemaOf }] = await Promise.all([
          import('../docs/all-commands.ts'),
          import('../docs/schema.ts'),
        ]);
        const command = await commandNamed(modules, name);
        if (!command) throw new UsageError(`There is no command ${name}`);
        const value = schemaOf(command);
        return { value, text: JSON.stringify(value, undefined, 2) };
      });
    },
  });
  return { commands: [schema] };
}

function checkName(noun: string, name: string): void {
  const own: readonly string[] = commandNames.filter((one) => nounOf(one) === noun);
  if (own.includes(name)) return;
  const near = closest(name, own);
  const message = `There is no command ${name}: ${noun} has ${own.join(', ')}`;
  const details = near ? { hint: `Did you mean ${near}?`, next: `vau schema ${near}` } : {};
  if (name !== noun) throw new UsageError(message, details);
  const verbs = own.map((one) => one.slice(noun.length + 1));
  throw new LackingError(['verb'], message, details, verbs);
}
