/** The agents that vau knows: where each keeps its servers of the Model Context Protocol, and how it writes one. */
import nodePath from 'node:path';
import { here, homeFolder, type System, xdgFolder } from '../../config/index.ts';

export type AgentName = (typeof agentNames)[number];
export const agentNames = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'gemini-cli',
  'opencode',
  'vscode',
  'windsurf',
  'zed',
] as const;

/** What starts vau mcp. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface KnownAgent {
  /** For people. */
  readonly title: string;
  /** Its file below a base folder: of the user, or of settings (~/.config, Application Support, %APPDATA%). */
  readonly file: { readonly below: 'home' | 'settings'; readonly parts: readonly string[] };
  /** The object in the file that holds the servers. */
  readonly place: readonly string[];
  /** The entry of a server. */
  readonly entry: (start: Start) => unknown;
}

const plain = ({ command, args, env }: Start) => ({ command, args, ...(env ? { env } : {}) });
const typed = (start: Start) => ({ type: 'stdio', ...plain(start) });

export const knownAgents: Readonly<Record<AgentName, KnownAgent>> = {
  'claude-code': {
    title: 'Claude Code',
    file: { below: 'home', parts: ['.claude.json'] },
    place: ['mcpServers'],
    entry: typed,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: { below: 'settings', parts: ['Claude', 'claude_desktop_config.json'] },
    place: ['mcpServers'],
    entry: plain,
  },
  cursor: {
    title: 'Cursor',
    file: { below: 'home', parts: ['.cursor', 'mcp.json'] },
    place: ['mcpServers'],
    entry: plain,
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    file: { below: 'home', parts: ['.gemini', 'settings.json'] },
    place: ['mcpServers'],
    entry: plain,
  },
  opencode: {
    title: 'opencode',
    file: { below: 'home', parts: ['.config', 'opencode', 'opencode.json'] },
    place: ['mcp'],
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...(env ? { environment: env } : {}),
    }),
  },
  vscode: {
    title: 'Visual Studio Code',
    file: { below: 'settings', parts: ['Code', 'User', 'mcp.json'] },
    place: ['servers'],
    entry: typed,
  },
  windsurf: {
    title: 'Windsurf',
    file: { below: 'home', parts: ['.codeium', 'windsurf', 'mcp_config.json'] },
    place: ['mcpServers'],
    entry: plain,
  },
  zed: {
    title: 'Zed',
    file: { below: 'settings', parts: ['zed', 'settings.json'] },
    place: ['context_servers'],
    entry: (start) => ({ source: 'custom', ...plain(start) }),
  },
};

/** The file of an agent. */
export function fileOf(name: AgentName, env: NodeJS.ProcessEnv, system: System = here()): string {
  const { below, parts } = knownAgents[name].file;
  const isWindows = system.platform === 'win32';
  const path = isWindows ? nodePath.win32 : nodePath.posix;
  const home = isWindows ? system.home : homeFolder(env, system);
  const settings = isWindows
    ? env.APPDATA || path.join(home, 'AppData', 'Roaming')
    : system.platform === 'darwin' && name !== 'zed'
      ? path.join(home, 'Library', 'Application Support')
      : ((system.platform === 'darwin' ? undefined : xdgFolder(env, 'XDG_CONFIG_HOME', system)) ??
        path.join(home, '.config'));
  return path.join(below === 'home' ? home : settings, ...parts);
}
