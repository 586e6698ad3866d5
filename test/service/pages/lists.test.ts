/** The pages of jobs, shares, webhooks and searches, and what pages are sent while they are open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeTokens } from '../../../src/service/accounts/remembered-tokens.ts';
import { createToken } from '../../../src/service/accounts/tokens.ts';
import { anotherToken, openTestService, strangerToken, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from '../search/library.ts';
import { signedIn, type Visitor } from './support.ts';

const HOSTILE = `"'><script>alert(1)</script>`;
let service: TestService;
let visitor: Visitor;
let stranger: Visitor;
let file: string;
let collection: string;
let webhook: string;
let shared: string;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  visitor = await signedIn(service);
  stranger = await signedIn(service, await strangerToken(service));
  file = (await service.upload('nothing', `${HOSTILE}.mp3`)).body.id;
  const about = { name: 'talks', collection_type: 'rich-transcripts' };
  collection = (await service.call('POST', '/collections', about)).body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  shared = (await service.call('POST', '/share', { file_id: file, title: HOSTILE })).body.id;
  const receiver = { endpoint: 'https://receiver.example/hook', description: HOSTILE };
  webhook = (await service.call('POST', '/webhooks', receiver)).body.id;
});
afterAll(() => service.close());

/** The stream of events of a page, once it has begun. */
async function streamOf(path: string, cookie = visitor.cookie): Promise<Response> {
  const answer = await service.app.request(`http://localhost${path}`, { headers: { cookie } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  return answer;
}

describe('the pages of work and of what leaves the service', () => {
  it('jobs: what is in progress, then as events that it failed, and why', async () => {
    const { text } = await visitor.open('/jobs');
    expect(text).toContain('reading a file');
    expect(text).toContain('data-events="/jobs/events"');
    const streams = [
      await streamOf('/jobs/events'),
      await streamOf(`/files/${file}/events`),
      await streamOf(`/collections/${collection}/events?page=`),
    ];
    await service.drain();
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    const [told = '', toldFile = '', toldCollection = ''] = texts;
    expect(told).toMatch(/event: part\ndata: \{"id":"open","html":".*Nothing is in progress/);
    expect(told).toMatch(/event: part\ndata: \{"id":"failed","html":".*class=\\"why\\"/);
    expect(told).toMatch(/event: end\n/);
    expect(toldFile).toMatch(/^event: reload\n/);
    expect(toldCollection).toMatch(new RegExp(`event: part\\ndata: \\{"id":"file-${file}".*failed`));
    for (const one of [text, told, toldCollection]) expect(one).not.toContain('<script>alert');
    const after = (await visitor.open('/jobs')).text;
    expect(after).toContain('Nothing is in progress.');
    expect(after).toContain(`action="/collections/${collection}/files/${file}/retry"`);
  });

  it('events are not for another account, and end with the session', async () => {
    await service.upload('nothing either', 'other.mp3');
    expect((await stranger.open(`/collections/${collection}/events`)).status).toBe(404);
    expect((await stranger.open(`/files/${file}/events`)).status).toBe(404);
    expect((await stranger.open('/jobs')).text).not.toContain('.mp3');
    const { id, token, account } = await anotherToken(service);
    const leaving = await signedIn(service, token);
    const stream = await streamOf('/jobs/events', leaving.cookie);
    await revokeTokens(service.context.db, account, [id], Date.now());
    expect(await stream.text()).toBe('');
    await service.drain();
  });

  it('webhooks: the receiver, its deliveries and their attempts, and delivering again', async () => {
    expect((await visitor.open('/webhooks')).text).toContain('https://receiver.example/hook');
    await service.call('POST', `/webhooks/${webhook}/test`, {});
    const { text } = await visitor.open(`/webhooks/${webhook}`);
    expect(text).toContain('waiting');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('whsec_');
    const path = /action="(\/webhooks\/[^"]+\/retry)"/.exec(text)?.[1] ?? '';
    expect((await visitor.send(path, {})).status).toBe(403);
    expect(await visitor.sendFrom(text, path)).toMatchObject({ status: 303, to: `/webhooks/${webhook}` });
    expect((await stranger.open(`/webhooks/${webhook}`)).status).toBe(404);
    expect((await stranger.open('/webhooks')).text).not.toContain('receiver.example');
  });

  it('shares: each with its visibility and its state', async () => {
    const { text } = await visitor.open('/shares');
    expect(text).toContain(`href="/s/${shared}"`);
    expect(text).toContain('failed');
    expect(text).not.toContain('<script>alert');
    expect((await stranger.open('/shares')).text).not.toContain(shared);
  });

  it('a search is a form, and its results a page of their own', async () => {
    const { text } = await visitor.open(`/collections/${collection}`);
    const path = `/collections/${collection}/search`;
    expect((await visitor.send(path, { query: 'x' })).status).toBe(403);
    const sent = await visitor.sendFrom(text, path, { query: HOSTILE });
    expect(sent.status).toBe(303);
    const results = await visitor.open(sent.to ?? '');
    expect(results.text).toContain('0 results');
    expect(results.text).not.toContain('<script>alert');
    expect((await stranger.open(sent.to ?? '')).status).toBe(404);
    expect((await visitor.sendFrom(text, path, { query: ' ' })).status).toBe(400);
  });

  it('the results of a search mark words that were recognised and may be wrong', async () => {
    const heard = await makeCollection(service, 'heard');
    await addFilm(service, heard, {
      filename: 'pier.mp4',
      speech: [
        { text: 'The crane on the pier is rusty.', start: 2, confidence: 0.62 },
        { text: 'The crane on the quay is new.', start: 30, confidence: 0.95 },
      ],
    });
    const body = { query: 'crane', collections: [heard], scope: 'segment' };
    const { id } = (await service.call('POST', '/search', body)).body;
    const { text } = await visitor.open(`/collections/${heard}/searches/${id}`);
    expect(text).toMatch(/>~ The crane on the pier is rusty\.</);
    expect(text).toMatch(/>The crane on the quay is new\.</);
  });

  it('a token that only reads sees no forms that change, and no webhooks', async () => {
    const { account } = await anotherToken(service);
    const { token } = await createToken(service.context.db, account, 'reader', Date.now(), 'read');
    const reader = await signedIn(service, token);
    const page = await reader.open(`/files/${file}`);
    expect(page.text).not.toContain('/share"');
    expect((await reader.open('/jobs')).text).not.toContain('/retry"');
    expect((await reader.sendFrom(page.text, `/files/${file}/share`)).status).toBe(403);
    expect((await reader.open('/webhooks')).status).toBe(403);
  });
});
