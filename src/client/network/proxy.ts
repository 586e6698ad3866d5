/** Finds the proxy for a service in the environment, and connects through it. */
import { BlockList, isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { ClientError, ProxyError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy from the environment. */
export interface ProxyAddress {
  /** Without user name and password. */
  readonly url: URL;
  /** The value of its sign-in header, if its address contains a user name and password. */
  readonly authorization?: string;
}

/** Transport settings of a proxy connection. Times in ms. */
export interface Tunnelling {
  readonly connect: number;
  readonly answer: number;
  readonly tls: { readonly ca?: string[] };
}

/**
 * The proxy for a service: HTTPS_PROXY or HTTP_PROXY, lower case first, unless NO_PROXY matches the host.
 * This machine is never reached through a proxy. @throws ClientError when the variable is not an http(s) URL;
 * its value may contain a password and is not shown
 */
export function proxyFor(service: URL, env: Environment): ProxyAddress | undefined {
  const scheme = service.protocol.slice(0, -1);
  const variable = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((name) => env[name]);
  const value = variable && env[variable]?.trim();
  if (!value || goesPast(service, env.no_proxy || env.NO_PROXY || '')) return undefined;
  // Like curl: an address without a scheme means http.
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ClientError(
      `${variable} must be the address of an http or https proxy, such as http://host:8080`,
    );
  const { username, password, origin } = url;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: new URL(origin),
    ...(username ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
  };
}

/**
 * True when NO_PROXY matches the host: by name, by a parent domain (with or without a leading dot), by
 * address or range (10.0.0.0/8), each with an optional port; * matches every host.
 */
function goesPast({ hostname, port, protocol }: URL, none: string): boolean {
  const host = bare(hostname);
  if (host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)) return true;
  const asked = port || (protocol === 'https:' ? '443' : '80');
  return none.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
    const domain = bare(name).replace(/^\*?\./, '');
    if (domain === '' || (only !== undefined && only !== asked)) return false;
    return host === domain || host.endsWith(`.${domain}`) || isWithin(host, domain);
  });
}

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '');

function isWithin(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const version = isIP(network);
  if (!version || isIP(host) !== version || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

/** Connections through a proxy. Loaded on demand: it adds a third to the load time. */
export async function openProxy(
  proxy: ProxyAddress,
  { connect, answer, tls }: Tunnelling,
): Promise<Dispatcher> {
  const [{ mended }, { default: ProxyAgent }, { default: Pool }, { default: tunnel }] = await Promise.all([
    import('./mended.ts'),
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  const timeouts = { headersTimeout: answer, bodyTimeout: answer };
  const ends = { ...tls, timeout: connect };
  return new ProxyAgent({
    ...timeouts,
    uri: proxy.url.href,
    ...(proxy.authorization ? { token: proxy.authorization } : {}),
    requestTls: ends,
    proxyTls: ends,
    // Plain http is forwarded, like curl does: many proxies tunnel only to port 443.
    proxyTunnel: false,
    factory: (origin, options) => mended(new Pool(origin, { ...options, ...timeouts })),
    // Errors before the tunnel is open are the proxy's, including timeouts.
    clientFactory(origin, options) {
      const pool = new Pool(origin, { ...options, headersTimeout: connect });
      const open = async (asked: Dispatcher.ConnectOptions) => {
        const opened = await tunnel.call(pool, asked).catch((error: unknown) => {
          throw new ProxyError(proxy.url.host, { cause: error });
        });
        if (opened.statusCode === 200) return opened;
        opened.socket.on('error', () => undefined).destroy();
        throw new ProxyError(proxy.url.host, { status: opened.statusCode });
      };
      return Object.assign(pool, { connect: open });
    },
  });
}
