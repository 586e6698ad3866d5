/** Connections over undici, for requests of the contract and for downloads. */
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import { defaultTimeouts, type Timeouts, trusted } from './connecting.ts';
import { mended } from './mended.ts';
import { openProxy, type ProxyAddress } from './proxy.ts';

/** Connections to a service, through the proxy if there is one. @param ca certificates to trust as well, as PEM text */
export async function openDispatcher(
  proxy: ProxyAddress | undefined,
  {
    timeouts: { connect, answer } = defaultTimeouts,
    ca,
  }: { timeouts?: Pick<Timeouts, 'connect' | 'answer'> | undefined; ca?: string | undefined },
): Promise<Dispatcher> {
  const tls = ca === undefined ? {} : { ca: await trusted(ca) };
  if (proxy) return openProxy(proxy, { connect, answer, tls });
  const [{ default: Agent }, { default: Pool }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/dispatcher/pool.js'),
  ]);
  return new Agent({
    connect: { timeout: connect, ...tls },
    headersTimeout: answer,
    bodyTimeout: answer,
    factory: (origin, own) => mended(new Pool(origin, own)),
  });
}

/**
 * undici parses HTTP in WebAssembly. V8 would compile it a second time, optimised, in background threads:
 * that takes three times the processor time of a whole request, and 35 MB. The baseline compiler is enough
 * until the first response. @returns a function that restores the setting
 */
export function compileOnce(): () => void {
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  return () => setFlagsFromString('--wasm-tier-up --wasm-dynamic-tiering');
}
