/** Free paths, held below the base address. */
import { UsageError } from '../errors/errors.ts';

/** The path with its query. A whole URL is taken when it is below the base address, and no other: the token goes along. */
export function pathBelow(
  baseUrl: string,
  path: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : `${baseUrl}/${path.replace(/^\//, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url?.href.startsWith(`${baseUrl}/`))
    throw new UsageError(`${path} is not below ${baseUrl}: the token is not sent anywhere else`);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href.slice(baseUrl.length).replace(/#.*$/, '');
}
