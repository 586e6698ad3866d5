import { UsageError } from '../../errors/errors.ts';
import { type CommandModules, defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { integer, needed, toggle, within } from '../../model/values.ts';
import { checkName, nounValue, verbArgument } from './command-name.ts';

/** Levels of fields that are written out: with more, the schema of a search is 35 kB. */
const depths = { min: 1, max: 5, default: 2 };

/** The command that prints the schemas of a command. */
export function schemas(modules: CommandModules) {
  const schema = defineCommand({
    name: 'schema',
    about:
      'Always prints JSON: the request and response of the command as JSON Schema (2020-12), its exit statuses and its examples. Objects inside objects are written out to a depth; below it only the names of their fields are there, in $comment. For a command without an API operation, the input is its arguments and flags.',
    arguments: { noun: needed(nounValue), verb: verbArgument },
    flags: {
      depth: integer(`Levels of fields to write out, ${within(depths)}`),
      full: toggle('Everything, with named parts in $defs'),
    },
    examples: [
      { does: 'Input and output of share create', line: 'schema share create' },
      { does: 'All of a search, for a validator', line: 'schema search run --full' },
      {
        does: 'Field names of a file, for a script',
        line: "schema file get | jq '.output.properties | keys'",
      },
    ],
    plan: ({ noun, verb, depth = depths.default, full }) => {
      const name = verb === undefined ? noun : `${noun} ${verb}`;
      checkName(noun, name, 'schema');
      if (depth < depths.min || depth > depths.max)
        throw new UsageError(`--depth ${depth} is not from ${depths.min} to ${depths.max}`, {
          hint: 'For everything, add --full.',
        });
      return local(async () => {
        const [{ commandNamed }, { schemaOf }] = await Promise.all([
          import('../../docs/all-commands.ts'),
          import('../../docs/schema.ts'),
        ]);
        const command = await commandNamed(modules, name);
        if (!command) throw new UsageError(`Unknown command ${name}`);
        const value = schemaOf(command, full ? undefined : depth);
        return { value, text: JSON.stringify(value, undefined, 2) };
      });
    },
  });
  return { commands: [schema] };
}
