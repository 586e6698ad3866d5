/** Every form of the pages: who may send it, and from where. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../../src/service/pages/routes.ts';
import { anotherToken, openTestService, type TestService } from '../../support/service.ts';
import { csrfIn, signedIn, type Visitor } from './support.ts';

let service: TestService;
let visitor: Visitor;
let other: Visitor;
/** The forms that can be sent, by the pattern of their path. */
let forms: Record<string, { path: string; fields: Record<string, string> }>;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  visitor = await signedIn(service);
  other = await signedIn(service, (await anotherToken(service)).token);
  const file = (await service.upload('nothing', 'broken.mp3')).body.id;
  const about = { name: 'talks', collection_type: 'rich-transcripts' };
  const collection = (await service.call('POST', '/collections', about)).body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  const receiver = { endpoint: 'https://receiver.example/hook' };
  const webhook = (await service.call('POST', '/webhooks', receiver)).body.id;
  await service.call('POST', `/webhooks/${webhook}/test`, {});
  const [delivery] = (await service.call('GET', `/webhooks/${webhook}/deliveries`)).body.data;
  forms = {
    '/collections/:id/search': { path: `/collections/${collection}/search`, fields: { query: 'boat' } },
    '/collections/:id/files/:file/retry': {
      path: `/collections/${collection}/files/${file}/retry`,
      fields: {},
    },
    '/files/:id/share': { path: `/files/${file}/share`, fields: { visibility: 'public' } },
    '/webhooks/:id/deliveries/:delivery/retry': {
      path: `/webhooks/${webhook}/deliveries/${delivery?.id}/retry`,
      fields: {},
    },
    '/sign-out': { path: '/sign-out', fields: {} },
  };
});
afterAll(() => service.close());

/** What forms of these pages can add or change. */
async function counted(): Promise<unknown> {
  const { db } = service.context;
  const count = (table: 'shares' | 'deep_searches' | 'jobs' | 'webhook_deliveries') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirst();
  return Promise.all((['shares', 'deep_searches', 'jobs', 'webhook_deliveries'] as const).map(count));
}

describe('[AUTH-3] a form of the pages', () => {
  it('is among those tried here', () => {
    expect(Object.keys(forms).toSorted()).toEqual([...Object.keys(actions), '/sign-out'].toSorted());
  });

  it.each([...Object.keys(actions), '/sign-out'])(
    'is refused from another site, without its hidden field, and with that of another session: %s',
    async (pattern) => {
      const { path = '', fields = {} } = forms[pattern] ?? {};
      const [own, foreign] = [csrfIn((await visitor.open('/')).text), csrfIn((await other.open('/')).text)];
      const before = await counted();
      const refused: [string, Record<string, string>, Record<string, string>][] = [
        ['another site', { csrf: own }, { 'sec-fetch-site': 'cross-site' }],
        ['a site beside it', { csrf: own }, { 'sec-fetch-site': 'same-site' }],
        ['an older browser', { csrf: own }, { origin: 'https://elsewhere.example' }],
        ['a page without an origin', { csrf: own }, { origin: 'null' }],
        ['no hidden field', {}, {}],
        ['the hidden field of another session', { csrf: foreign }, {}],
      ];
      for (const [why, field, headers] of refused)
        expect((await visitor.send(path, { ...fields, ...field }, headers)).status, why).toBe(403);
      expect(await counted()).toEqual(before);
      const sent = await visitor.send(path, { ...fields, csrf: own }, { 'sec-fetch-site': 'same-origin' });
      // What is broken cannot be tried again; but it was the file that said no, not the form.
      expect([303, 409]).toContain(sent.status);
    },
  );
});
