/** The action of vau mcp. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ConfigError, configurationAdvice, reasonOf } from '../../config/errors.ts';
import { configFolder } from '../../config/index.ts';
import { makeFolder } from '../../media/files.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { localPaths } from './local-paths.ts';
import type { Rights } from './rights.ts';
import { serverMaker } from './server.ts';
import { stdioTransport } from './stdio.ts';

/** vau mcp over HTTP: on this machine only, with a token, for one path. */
interface Listening {
  /** http://127.0.0.1:PORT/mcp */
  readonly url: string;
  close(): Promise<void>;
}

/** Names that mean this machine. A page that reaches it by another name, by a trick with DNS, is refused. */
const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Listens on 127.0.0.1 and passes on what comes with the token. Refuses other paths (404), other Host headers and pages of
 * other origins (403), and a wrong token (401), before anything is read. @param port 0 is any free port
 * @throws LocalError when the port is taken
 */
async function listen(
  port: number,
  token: string,
  handle: (request: Request) => Promise<Response>,
): Promise<Listening> {
  const { getRequestListener } = await import('@hono/node-server');
  const server = createServer(
    getRequestListener((request) => refused(request, token) ?? handle(request), { hostname: '127.0.0.1' }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new LocalError(`Cannot listen on port ${port}: ${error.code ?? error.message}`, {
      hint: 'Choose another port with --port, or 0 for any free one.',
    });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refused(request: Request, token: string): Response | undefined {
  const { pathname } = new URL(request.url);
  const host = request.headers.get('host') ?? '';
  const origin = request.headers.get('origin');
  if (!isHere(host)) return answer(403, `The Host header must name this machine: ${names.join(', ')}`);
  if (origin !== null && !(URL.canParse(origin) && isHere(new URL(origin).host)))
    return answer(403, 'Pages of other origins are refused');
  if (pathname !== '/mcp') return answer(404, 'The path is /mcp');
  if (!isToken(request.headers.get('authorization') ?? '', token))
    return answer(401, 'The header Authorization: Bearer TOKEN is missing or wrong');
  return undefined;
}

const isHere = (host: string): boolean => names.includes(host.replace(/:\d+$/, '').toLowerCase());

/** Compares in a time that does not tell how much is right. */
function isToken(header: string, token: string): boolean {
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const answer = (status: number, message: string): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_000, message } },
    { status, headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {} },
  );

/** The token of vau mcp --http, made at its first start and readable by its owner only; and its file. */
async function ownToken(env: NodeJS.ProcessEnv): Promise<{ token: string; file: string }> {
  const folder = configFolder(env);
  const file = path.join(folder, 'mcp-token');
  const made = randomBytes(32).toString('base64url');
  try {
    makeFolder(folder, 0o700);
    // Only one of two that start at once makes it.
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // One that is there already is also read from a read-only folder.
    if (!existsSync(file))
      throw new ConfigError(`Cannot write ${file}: ${reasonOf(error)}`, configurationAdvice(error));
  }
  const token = (await readFile(file, 'utf8')).trim();
  if (token.length < 32)
    throw new LocalError(`${file} holds no token`, { hint: 'Delete it: the next start makes a new one.' });
  return { token, file };
}

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
  const { transport, input } = stdioTransport(session.io.stdin, protocol, StdioServerTransport);
  const left = new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve));
  if (session.interactive)
    session.note(
      'vau mcp speaks to an agent on standard input. vau agent setup makes yours start it. Ctrl-C ends it.',
    );
  const handle = serveStdio(make, { transport });
  await Promise.race([ended, left]);
  await handle.close();
  input.destroy();
}
