/** One HTTP exchange. It knows no operations, retries or tokens. */
import { deadline } from '../deadline.ts';
import { isEventStream, longest, newRoom, readBody, readEvents } from './body.ts';
import { type Asker, defaultTimeouts, type Exchange, type Timeouts } from './connecting.ts';
import { networkError } from './explain.ts';
import { proxyFor } from './proxy.ts';

export { defaultTimeouts, type Timeouts } from './connecting.ts';

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True when the body exceeded the limit and was cut. */
  readonly cut: boolean;
}

export interface Transport {
  exchange(request: Exchange): Promise<Reply>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly timeouts?: Timeouts | undefined;
  /** Certificates to trust in addition to Node's own, as PEM text. */
  readonly ca?: string | undefined;
}

/**
 * A transport to one service; it does not change Node's global dispatcher. Redirects are not followed: the
 * token is sent to this address only. @param service URL of the service @param env may name a proxy @throws
 * ClientError when env names an invalid proxy
 */
export async function openTransport(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  options: TransportOptions = {},
): Promise<Transport> {
  const { protocol } = new URL(service);
  const proxy = proxyFor(new URL(service), env);
  const settings = { timeouts: options.timeouts ?? defaultTimeouts, ca: options.ca };
  const askers = new Map<boolean, Promise<Asker>>();
  const askerFor = (plain: boolean) => {
    const opened =
      askers.get(plain) ??
      (plain
        ? import('./over-node.ts').then(({ openNode }) => openNode(protocol, settings))
        : import('./over-undici.ts').then(({ openUndici }) => openUndici(proxy, settings)));
    askers.set(plain, opened);
    return opened;
  };
  const room = newRoom();
  return {
    async exchange(sent) {
      const isPlain = !proxy && !sent.onData && typeof sent.body !== 'object';
      const asker = await askerFor(isPlain);
      const time = deadline(settings.timeouts.total, sent.signal);
      try {
        const { status, headers, body } = await asker.ask(sent, time);
        const most = status < 300 ? longest.success : longest.failure;
        const shown = flat(headers);
        if (sent.onData && status < 300 && isEventStream(shown['content-type'])) {
          const cut = !(await readEvents(body, sent.onData));
          return { status, headers: shown, body: '', cut };
        }
        const { text, cut } = await readBody(body, most, room);
        return { status, headers: shown, body: text, cut };
      } catch (error) {
        throw networkError(new URL(sent.url).host, error, proxy?.url);
      } finally {
        time.stop();
      }
    },
    async close() {
      for (const opened of askers.values()) await (await opened.catch(() => undefined))?.close();
    },
  };
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
