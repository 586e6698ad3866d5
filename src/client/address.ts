/** The base URL of a service, and paths below it. */
import { API_PREFIX } from '../contract/version.ts';
import { ClientError } from './errors.ts';

/**
 * The base URL in its normal form: no trailing slash, no query, no fragment. @param text an http(s) URL that
 * ends in /v1, with or without a slash @throws ClientError when it is not an http(s) URL, contains a user
 * name and password, or does not end in /v1
 */
export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ClientError(`The base URL ${quoted(text)} is not an http(s) URL such as https://host/v1`);
  if (url.username || url.password)
    throw new ClientError(
      'The base URL contains a user name and password: give the token with VAU_TOKEN or vau auth login',
    );
  if (url.search || url.hash)
    throw new ClientError(
      `The base URL ${quoted(text)} has a query or a fragment: it must end in ${API_PREFIX}`,
    );
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(API_PREFIX))
    throw new ClientError(
      `The base URL ${quoted(text)} does not end in ${API_PREFIX}: did you mean ${url.origin}${path}${API_PREFIX} ?`,
    );
  return `${url.origin}${path}`;
}

/**
 * The path of an operation with its parameters encoded. @throws ClientError when a parameter is missing,
 * empty, or would change the path
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new ClientError(`${name} is missing`);
    // URL parsers resolve these as path segments, encoded or not.
    if (value === '.' || value === '..') throw new ClientError(`${name} cannot be ${quoted(value)}`);
    return encodeURIComponent(value);
  });
}

const quoted = (text: string): string => JSON.stringify(text);
