/** A published client of the Model Context Protocol, connected to the real binary. */
import { Client, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bin } from './harness.ts';

export interface Called {
  readonly isError: boolean;
  /** The text that an agent reads. */
  readonly text: string;
  readonly structured: Structured;
  /** Bytes of the whole result as JSON. */
  readonly bytes: number;
}

export interface Structured {
  readonly summary?: string;
  readonly data?: { readonly items?: readonly Record<string, unknown>[]; readonly [name: string]: unknown };
  readonly next?: { readonly tool: string; readonly arguments: Record<string, unknown> };
  readonly error?: { readonly code: string; readonly message: string; readonly next?: unknown };
}

export interface Agent {
  readonly client: Client;
  call(
    name: string,
    input?: object,
    options?: { signal?: AbortSignal; onprogress?: (progress: Progress) => void },
  ): Promise<Called>;
  close(): Promise<void>;
}

/** Starts `vau mcp` with these flags, as an agent does. @param cwd its working folder */
export async function agent(
  cwd: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...flags],
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, call: (...given) => callOf(client, ...given), close: () => client.close() };
}

/** Calls a tool and takes its result apart. */
export async function callOf(
  client: Client,
  ...[name, input, options]: Parameters<Agent['call']>
): Promise<Called> {
  const result = await client.callTool({ name, arguments: { ...input } }, { timeout: 60_000, ...options });
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    structured: (result.structuredContent ?? {}) as Structured,
    bytes: Buffer.byteLength(JSON.stringify(result)),
  };
}

/** What stands outside of the marks in a text that an agent reads: the words of vau itself. */
export function outside(text: string): string {
  const [, word] = /^<data-([0-9a-f]{16})>$/m.exec(text) ?? [];
  if (word === undefined) return text;
  const [before = '', rest = ''] = text.split(`<data-${word}>\n`);
  const [, ...after] = rest.split(`\n</data-${word}>`);
  return before + after.join('');
}
