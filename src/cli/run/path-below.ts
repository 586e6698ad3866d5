/** Paths of `vau api`, restricted to the base URL. */
import { UsageError } from '../errors/errors.ts';

/** The path with its query. A full URL must start with the base URL, because the token is sent along. */
export function pathBelow(
  baseUrl: string,
  path: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : `${baseUrl}/${path.replace(/^\//, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url?.href.startsWith(`${baseUrl}/`))
    throw new UsageError(`${path} is outside ${baseUrl}: the token is never sent elsewhere`);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href.slice(baseUrl.length).replace(/#.*$/, '');
}
