import { pathToFileURL } from 'node:url';
import type { ModelReply, ModelRequest } from './messages.ts';

/** Replies over the channel to the service. */
export function replyToService(reply: ModelReply): void {
  process.send?.(reply, undefined, undefined, () => undefined);
}

/** Takes the requests of the service that started this process, which ends with the service. */
export function serveRequests<Ask>(receive: (request: ModelRequest<Ask>) => void): void {
  // Ctrl-C reaches the whole process group; the service decides what to do about it.
  process.on('SIGINT', () => undefined);
  // The service is gone, even if it was killed. Nobody waits for what is being computed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (request: ModelRequest<Ask>) => receive(request));
}

/** Imports a package that vau setup brought. @param entry the file that imports it, see `entryOf` in models */
export async function importFrom(entry: string, name: string): Promise<unknown> {
  const { load } = (await import(pathToFileURL(entry).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return load(name);
}
