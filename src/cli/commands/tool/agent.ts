import { agentNames } from '../../agents/known.ts';
import { refuseTogether } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { choice, many, optional, toggle } from '../../model/values.ts';
import { mcpFlags } from './mcp.ts';

const setup = defineCommand({
  name: 'agent setup',
  about:
    'Finds the agents on this machine, shows what it would write into the configuration of each, asks, and writes it: the agent then starts vau mcp by itself. ' +
    'The rest of a file stays as it is, comments too; a copy of what it was is kept beside it. A file that cannot be read is refused. ' +
    'The flags say what agents may do beside searching and reading. Start an agent again afterwards.',
  arguments: { agents: optional(many(choice(agentNames, 'Agents (default: all that are found)'))) },
  flags: {
    ...mcpFlags,
    status: toggle('Show which agents have vau'),
    remove: toggle('Remove vau from them'),
    yes: toggle('Write without asking', { short: 'y' }),
  },
  examples: [
    { does: 'All agents on this machine', line: 'agent setup' },
    { does: 'One, which may upload and share', line: 'agent setup cursor --allow-write --root ~/films' },
    { does: 'See which have vau', line: 'agent setup --status' },
    { does: 'Take it out again', line: 'agent setup --remove --yes' },
  ],
  plan: ({ agents = [], status, remove, yes = false, root, allowWrite, allowDelete, allowAdmin }) => {
    refuseTogether({ status, remove });
    const flags = [
      ...(root === undefined ? [] : ['--root', root]),
      ...(allowWrite ? ['--allow-write'] : []),
      ...(allowDelete ? ['--allow-delete'] : []),
      ...(allowAdmin ? ['--allow-admin'] : []),
    ];
    const does = status ? 'status' : remove ? 'remove' : 'setup';
    return local(async (session) => {
      const { setUpAgents } = await import('../../agents/setup.ts');
      return setUpAgents(session, { agents, does, yes, flags });
    });
  },
});

export const commands = [setup];
