/** The base address of a service, and paths below it. */
import { API_PREFIX } from '../contract/version.ts';
import { ClientError } from './errors.ts';

/**
 * The base address in its one form: no trailing slash, no query, no fragment.
 * @param text an http(s) URL that ends in /v1, with or without a slash
 * @throws ClientError when it is no http(s) URL, carries a name and password, or does not end in /v1
 */
export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ClientError(
      `The base address ${quoted(text)} is no http(s) URL: it looks like https://host/v1`,
    );
  if (url.username || url.password)
    throw new ClientError(
      'The base address carries a name and password: give the token with VAU_TOKEN or vau auth login',
    );
  if (url.search || url.hash)
    throw new ClientError(
      `The base address ${quoted(text)} carries a query or a fragment: it ends in ${API_PREFIX}`,
    );
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(API_PREFIX))
    throw new ClientError(
      `The base address ${quoted(text)} does not end in ${API_PREFIX}: did you mean ${url.origin}${path}${API_PREFIX} ?`,
    );
  return `${url.origin}${path}`;
}

/**
 * An operation's path with its parameters put in, each one encoded.
 * @throws ClientError when a parameter is missing, empty, or would change the path
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new ClientError(`${name} is missing`);
    // URL parsers take these for steps in the path, encoded or not.
    if (value === '.' || value === '..') throw new ClientError(`${name} cannot be ${quoted(value)}`);
    return encodeURIComponent(value);
  });
}

const quoted = (text: string): string => JSON.stringify(text);
