import { nounOf } from '../../model/catalogue/catalogue.ts';
import { column } from '../../model/columns.ts';
import { type CommandModules, defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { optional, toggle } from '../../model/values.ts';
import { checkName, nounValue, verbArgument } from './command-name.ts';

/** The command that lists all commands. */
export function listing(modules: CommandModules) {
  const list = defineCommand({
    name: 'commands',
    about:
      'Meant for programs: -o json has the name of each command, one line, its arguments (optional ones in brackets) and its flags, without dashes. With a name, or with --full, it has everything: operation, types, values and defaults, examples, columns and exit statuses.',
    arguments: { noun: optional(nounValue), verb: verbArgument },
    flags: { full: toggle('Everything of each command') },
    examples: [
      { does: 'All commands', line: 'commands' },
      { does: 'Everything of one command', line: 'commands share create -o json' },
      {
        does: 'Commands of the documented endpoints, for a script',
        line: "commands --full -o json | jq -r '.[] | select(.documented) | .name'",
      },
    ],
    columns: [column('name', 'text', 'command'), column('summary'), column('arguments')],
    plan: ({ noun, verb, full }) => {
      const name = [noun, verb].filter((word) => word !== undefined).join(' ');
      if (noun !== undefined && verb !== undefined) checkName(noun, name, 'commands');
      return local(async () => {
        const [{ allCommands }, { describeCommand, outlineCommand }] = await Promise.all([
          import('../../docs/all-commands.ts'),
          import('../../docs/describe.ts'),
        ]);
        const all = await allCommands(modules);
        const asked = all.filter((one) => !noun || (verb ? one.name === name : nounOf(one.name) === noun));
        return full || noun
          ? { value: asked.map(describeCommand) }
          : { value: asked.map(outlineCommand), dense: true };
      });
    },
  });
  return { commands: [list] };
}
