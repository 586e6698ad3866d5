/** The action of vau mcp. */
import { UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { listen, ownToken } from './http.ts';
import { localPaths } from './local-paths.ts';
import type { Rights } from './rights.ts';
import { serverMaker } from './server.ts';

export interface McpFlags {
  readonly http: boolean;
  readonly port: number;
  /** The folder of --root; undefined: the working folder. */
  readonly root: string | undefined;
  readonly rights: Rights;
}

/** Serves until the agent leaves, Ctrl-C or SIGTERM. @throws UsageError when --root is no folder */
export async function serveMcp(session: Session, { http, port, root, rights }: McpFlags): Promise<void> {
  const paths = await localPaths(root ?? process.cwd(), root !== undefined).catch(() => {
    throw new UsageError(`--root: there is no folder ${root ?? process.cwd()}`);
  });
  const protocol = await import('@modelcontextprotocol/server');
  const make = serverMaker(protocol, { session, rights, paths });
  const ended = new Promise<void>((resolve) => {
    if (session.signal.aborted) resolve();
    session.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (http) {
    const { token, file } = await ownToken(session.env);
    const handler = protocol.createMcpHandler(make);
    const { url, close } = await listen(port, token, (request) => handler.fetch(request));
    session.note(`Listening on ${url} with the token in ${file}. Ctrl-C stops it.`);
    await ended;
    await handler.close();
    return close();
  }
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { stdin } = session.io;
  const left = new Promise<void>((resolve) => stdin.once('end', resolve).once('close', resolve));
  if (session.interactive)
    session.note(
      'vau mcp speaks to an agent on standard input. vau agent setup makes yours start it. Ctrl-C ends it.',
    );
  const handle = serveStdio(make, { transport: new StdioServerTransport(stdin) });
  await Promise.race([ended, left]);
  await handle.close();
}
