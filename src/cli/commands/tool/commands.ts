import { column } from '../../model/columns.ts';
import { type CommandModules, defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';

/** The command that lists all commands. */
export function listing(modules: CommandModules) {
  const list = defineCommand({
    name: 'commands',
    about:
      'Meant for programs: with -o json each command lists its operation, arguments, flags (type, values, default), examples, columns and exit statuses.',
    examples: [
      { does: 'All commands', line: 'commands' },
      {
        does: 'Commands of the documented endpoints, for a script',
        line: "commands -o json | jq -r '.[] | select(.documented) | .name'",
      },
    ],
    columns: [column('name', 'text', 'command'), column('summary'), column('operation')],
    plan: () =>
      local(async () => {
        const [{ allCommands }, { describeCommand }] = await Promise.all([
          import('../../docs/all-commands.ts'),
          import('../../docs/describe.ts'),
        ]);
        return { value: (await allCommands(modules)).map(describeCommand) };
      }),
  });
  return { commands: [list] };
}
