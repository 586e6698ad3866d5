import { UsageError } from '../../errors/errors.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { integer, path, toggle } from '../../model/values.ts';

/** The port of --http, unless --port names another: next to that of the service. */
const usualPort = 8790;

/** What an agent may do; vau agent setup writes the same flags into the agent's configuration. */
export const mcpFlags = {
  root: path('Folder whose files the agent may name (default: the working folder)', { placeholder: 'DIR' }),
  allowWrite: toggle('Let the agent add, change and share, which may cost credits'),
  allowDelete: toggle('Let the agent delete'),
  allowAdmin: toggle('Let the agent manage webhooks, which hold secrets and send data elsewhere'),
} as const;

const mcp = defineCommand({
  name: 'mcp',
  about:
    'Serves the Model Context Protocol, by which agents use tools: over standard input and output, as an agent starts it, or with --http on this machine with a token of its own. ' +
    'Agents may search, ask and read. Each other thing needs its flag. Texts from media are marked as data in what an agent reads. ' +
    'The service is that of the profile, as for other commands. Where a profile asks before each change (confirm always), changes also need --yes.',
  flags: {
    ...mcpFlags,
    http: toggle('Serve over HTTP on 127.0.0.1'),
    port: integer(`Port of --http; 0 picks a free one (default ${usualPort})`),
    yes: toggle('Change things where the profile asks before each change', { short: 'y' }),
  },
  examples: [
    { does: 'As an agent starts it', line: 'mcp --root ~/films' },
    { does: 'An agent that may upload and share', line: 'mcp --root ~/films --allow-write' },
    { does: 'Over HTTP', line: 'mcp --http --port 8790' },
  ],
  plan: ({ http = false, port, root, allowWrite, allowDelete, allowAdmin }) => {
    if (port !== undefined && !http) throw new UsageError('--port needs --http');
    if (port !== undefined && (port < 0 || port > 65_535))
      throw new UsageError(`--port must be 0 to 65535 (got ${port})`);
    const rights = { write: allowWrite === true, delete: allowDelete === true, admin: allowAdmin === true };
    return local(async (session) => {
      const { serveMcp } = await import('../../mcp/serve.ts');
      await serveMcp(session, { http, port: port ?? usualPort, root, rights });
      return undefined;
    });
  },
});

export const commands = [mcp];
