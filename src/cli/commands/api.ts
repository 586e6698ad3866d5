import { confirm, yesFlag } from '../common-flags.ts';
import { UsageError } from '../errors.ts';
import { defineCommand } from '../model.ts';
import { local } from '../plan.ts';
import { choice, json, many, needed, text } from '../values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const api = defineCommand({
  name: 'api',
  about: 'For what no command does. The path is below the base address; the answer is printed as it came.',
  arguments: {
    method: needed(choice(methods, 'HTTP method', { placeholder: 'METHOD' })),
    path: needed(text('Path below the base address: /files', { placeholder: 'PATH' })),
  },
  flags: {
    param: many(text('Query parameter', { placeholder: 'NAME=VALUE' })),
    body: json('JSON body'),
    ...yesFlag,
  },
  examples: [
    { does: 'The first two files', line: 'api GET /files --param limit=2' },
    { does: 'Start a description', line: 'api POST /describe --body \'{"url": "vau://files/FILE_ID"}\'' },
  ],
  plan: ({ method, path, param = [], body, yes }) => {
    const pairs = param.map(pairOf);
    return local(async (session) => {
      const client = await session.client();
      const target = pathBelow(client.baseUrl, path, pairs);
      if (method === 'DELETE') {
        const { confirmed } = await import('../run/confirm.ts');
        await confirmed(session, confirm(`DELETE ${target}?`, yes).confirm);
      }
      const { value } = await client.request({ method, path: target, body }, { signal: session.signal });
      return { value, ...(typeof value === 'string' ? {} : { text: JSON.stringify(value, undefined, 2) }) };
    });
  },
});

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--param must be NAME=VALUE (got ${JSON.stringify(text)})`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The path with its query. A whole URL is taken when it is below the base address, and no other: the token goes along. */
function pathBelow(baseUrl: string, path: string, pairs: readonly (readonly [string, string])[]): string {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : `${baseUrl}/${path.replace(/^\//, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url?.href.startsWith(`${baseUrl}/`))
    throw new UsageError(`${path} is not below ${baseUrl}: the token is not sent anywhere else`);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href.slice(baseUrl.length).replace(/#.*$/, '');
}

export const commands = [api];
