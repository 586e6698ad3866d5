import { MissingError, UsageError } from '../../errors/errors.ts';
import { closest } from '../../errors/nearest.ts';
import { commandNames, nounOf } from '../../model/catalogue/catalogue.ts';
import { type CommandModules, defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { choice, needed, optional, text } from '../../model/values.ts';

const nouns = [...new Set(commandNames.map(nounOf))];

/** The command that prints the schemas of a command. */
export function schemas(modules: CommandModules) {
  const schema = defineCommand({
    name: 'schema',
    about:
      'Always prints JSON: the request and response of the command as JSON Schema (2020-12), its exit statuses and its examples. For a command without an API operation, the input is its arguments and flags.',
    arguments: {
      noun: needed(choice(nouns, 'First word of the command', { placeholder: 'NOUN' })),
      verb: optional(text('Second word, if it has one', { placeholder: 'VERB' })),
    },
    examples: [
      { does: 'Input and output of share create', line: 'schema share create' },
      {
        does: 'Field names of a file, for a script',
        line: "schema file get | jq '.output.properties | keys'",
      },
    ],
    plan: ({ noun, verb }) => {
      const name = verb === undefined ? noun : `${noun} ${verb}`;
      checkName(noun, name);
      return local(async () => {
        const [{ commandNamed }, { schemaOf }] = await Promise.all([
          import('../../docs/all-commands.ts'),
          import('../../docs/schema.ts'),
        ]);
        const command = await commandNamed(modules, name);
        if (!command) throw new UsageError(`Unknown command ${name}`);
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
  const message = `Unknown command ${name}: ${noun} has ${own.join(', ')}`;
  const details = near ? { hint: `Did you mean ${near}?`, next: `vau schema ${near}` } : {};
  if (name !== noun) throw new UsageError(message, details);
  const verbs = own.map((one) => one.slice(noun.length + 1));
  throw new MissingError(['verb'], message, details, verbs);
}
