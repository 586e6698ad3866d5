/** Which proxy the environment names for a service, and the way through it. */
import { BlockList, isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { ClientError, ProxyError } from './errors.ts';
import { passingContinue } from './interim.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy, as the environment names it. */
export interface ProxyAddress {
  /** Without name and password. */
  readonly url: URL;
  /** The value of its sign-in header, where name and password are in its address. */
  readonly authorization?: string;
}

/** What a way through a proxy needs of the transport. Times in ms. */
export interface Tunnelling {
  readonly connect: number;
  readonly answer: number;
  readonly tls: { readonly ca?: string[] };
}

/**
 * The proxy for a service: HTTPS_PROXY or HTTP_PROXY, the small form first, unless NO_PROXY names the host. What runs
 * on this machine is never asked for through another one.
 * @throws ClientError when the variable holds no http(s) address; its value may hold a password and is not shown
 */
export function proxyFor(service: URL, env: Environment): ProxyAddress | undefined {
  const scheme = service.protocol.slice(0, -1);
  const variable = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((name) => env[name]);
  const value = variable && env[variable]?.trim();
  if (!value || goesPast(service, env.no_proxy || env.NO_PROXY || '')) return undefined;
  // As curl takes it: an address without a scheme is one of plain http.
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ClientError(
      `${variable} does not hold the address of an http or https proxy: it looks like http://host:8080`,
    );
  const { username, password, origin } = url;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: new URL(origin),
    ...(username ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
  };
}

/**
 * True when NO_PROXY names the host: by its name, a domain above it (with or without a dot before it), an address or a
 * range of them (10.0.0.0/8), each with a port or without; * is every host.
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

/** Connections through a proxy. Loaded only when there is one: it costs a third more. */
export async function openProxy(
  proxy: ProxyAddress,
  { connect, answer, tls }: Tunnelling,
): Promise<Dispatcher> {
  const [{ default: ProxyAgent }, { default: Pool }, { default: tunnel }] = await Promise.all([
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
    // Plain http is forwarded, as curl does it: many proxies tunnel to port 443 only.
    proxyTunnel: false,
    factory: (origin, options) => passingContinue(new Pool(origin, { ...options, ...timeouts })),
    // What goes wrong before there is a tunnel is the proxy's, its silence too.
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
