import type { Client } from '../../../client/client.ts';
import { prepareFreeRequest } from '../../../client/prepare.ts';
import { UsageError } from '../../errors/errors.ts';
import { allFlag, dryRunFlag, yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { choice, json, many, needed, text } from '../../model/values.ts';
import { jsonText } from '../../output/json.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const api = defineCommand({
  name: 'api',
  about:
    'Sends a request that no other command covers. The path is relative to the base URL. The response is printed unchanged.',
  arguments: {
    method: needed(choice(methods, 'HTTP method', { placeholder: 'METHOD' })),
    path: needed(text('Path below the base URL, such as /files', { placeholder: 'PATH' })),
  },
  flags: {
    param: many(text('Query parameter', { placeholder: 'NAME=VALUE' })),
    body: json('JSON body'),
    ...allFlag,
    ...dryRunFlag,
    ...yesFlag,
  },
  examples: [
    { does: 'The first two files', line: 'api GET /files --param limit=2' },
    { does: 'The names of all files', line: "api GET /files --all --query 'data[].filename'" },
    { does: 'Start a description', line: 'api POST /describe --body \'{"url": "vau://files/FILE_ID"}\'' },
  ],
  plan: ({ method, path, param = [], body, yes, all, dryRun }) => {
    if (all && method !== 'GET')
      throw new UsageError('--all works with GET only: other methods have no pages');
    const pairs = param.map(pairOf);
    return local(async (session) => {
      if (dryRun) {
        const { dryRunOf } = await import('../../run/dry-run.ts');
        return dryRunOf(session, (baseUrl) =>
          prepareFreeRequest(baseUrl, { method, path: pathBelow(baseUrl, path, pairs), body }),
        );
      }
      const client = await session.client();
      const target = pathBelow(client.baseUrl, path, pairs);
      if (all) return every(session, client, target);
      if (method === 'DELETE') {
        const { confirmed } = await import('../../run/confirm.ts');
        await confirmed(session, { what: () => `DELETE ${target}`, given: yes === true });
      }
      const { value } = await client.request({ method, path: target, body }, { signal: session.signal });
      return { value, ...(typeof value === 'string' ? {} : { text: jsonText(session.io, value, 2) }) };
    });
  },
});

/** Where the API's list responses hold their rows. */
const places = [
  'data',
  'moments',
  'findings',
  'runs',
  'results',
  'data.faces',
  'data.faces_matches',
  'data.segments',
  'data.frames',
];

/** Prints every page at a path, by limit and offset or by cursor. */
async function every(session: Session, client: Client, target: string): Promise<undefined> {
  const { showAll } = await import('../../run/all.ts');
  const { searchParams, pathname } = new URL(target, 'http://below');
  const fetch = async (query: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    for (const [name, value] of Object.entries(query)) searchParams.set(name, String(value));
    const request = { method: 'GET', path: `${pathname}?${searchParams}` };
    return (await client.request(request, { signal })).value;
  };
  const first = Object.fromEntries(
    ['limit', 'offset', 'cursor'].flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  await showAll(session, fetch, first, { rows: places });
  return undefined;
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`Write --param as NAME=VALUE (got ${JSON.stringify(text)})`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The path with its query. A full URL must start with the base URL, because the token is sent along. */
function pathBelow(baseUrl: string, path: string, pairs: readonly (readonly [string, string])[]): string {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : `${baseUrl}/${path.replace(/^\//, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url?.href.startsWith(`${baseUrl}/`))
    throw new UsageError(`${path} is outside ${baseUrl}: the token is never sent elsewhere`);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href.slice(baseUrl.length).replace(/#.*$/, '');
}

export const commands = [api];
