/** Who sees what: a public and a private share, visited in a browser by everyone there is. */
import type { Server } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { share } from '../service/resources/shares/support.ts';
import { makeVideo } from '../support/film.ts';
import { lacks, needs } from '../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../support/service.ts';
import { launch, listen, play, until } from './support.ts';

const it = needs('chromium', 'ffmpeg');
const NOWHERE = '00000000-0000-4000-8000-000000000000';
let service: TestService;
let server: Server;
let url: string;
let browser: Browser;
let shares: { public: string; private: string };
let tokens: { member: string; stranger: string; revoked: string };

type Visibility = keyof typeof shares;

beforeAll(async () => {
  if (lacks('chromium', 'ffmpeg')) return;
  service = await openTestService({ requestsPerSecond: 0 });
  ({ url, server } = await listen(service));
  browser = await launch();
  const file = (await service.upload(await makeVideo(4), 'a.mp4')).body.id;
  const made = async (visibility: Visibility) =>
    (await share(service, { file_id: file, visibility, title: `The ${visibility} one` })).id;
  shares = { public: await made('public'), private: await made('private') };
  tokens = { member: service.token, stranger: await strangerToken(service), revoked: 'vau_revoked' };
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await service?.close();
});

/** A visitor with a fresh browser, signed in with a token if there is one. */
async function visitor(token?: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (token !== undefined) {
    await page.goto(`${url}/s/${shares.private}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForLoadState();
  }
  return { context, page };
}

/** What a visitor sees of a share, and the status of the parts that a player of the owner would fetch. */
async function seen({ page, context }: Awaited<ReturnType<typeof visitor>>, id: string) {
  const answer = await page.goto(`${url}/s/${id}`);
  const stream = await page.$eval('#player', (video) => video.getAttribute('data-stream')).catch(() => null);
  const fetched = await page.evaluate(
    `(async () => {
      const stream = ${JSON.stringify(stream)};
      if (stream === null) return [];
      const list = await fetch(stream);
      const names = [...(await list.text()).matchAll(/(?:URI="|^)([\\w.-]+\\.(?:mp4|m4s))/gm)].map(([, name]) => name);
      const parts = await Promise.all(names.map((name) => fetch(stream.replace('index.m3u8', name))));
      return [list.status, ...parts.map((part) => part.status)];
    })()`,
  );
  const cookies = await context.cookies();
  return {
    status: answer?.status(),
    title: await page.title(),
    stream,
    fetched: fetched as number[],
    cookies,
  };
}

describe('[AUTH-3] [AUTH-4] a share in the browser of', () => {
  it.each(['nobody', 'member', 'stranger'] as const)('%s: the public one plays', async (who) => {
    const visiting = await visitor(who === 'nobody' ? undefined : tokens[who]);
    const { status, title, fetched } = await seen(visiting, shares.public);
    expect({ status, title }).toEqual({ status: 200, title: 'The public one' });
    expect(fetched.length).toBeGreaterThan(2);
    expect(new Set(fetched)).toEqual(new Set([200]));
    await play(visiting.page);
    await until(visiting.page, ({ time, width }) => time > 0.3 && width > 0);
    await visiting.context.close();
  });

  it('a member: the private one plays, with a cookie that no script and no other site gets', async () => {
    const visiting = await visitor(tokens.member);
    const { status, title, fetched, cookies } = await seen(visiting, shares.private);
    expect({ status, title }).toEqual({ status: 200, title: 'The private one' });
    expect(new Set(fetched)).toEqual(new Set([200]));
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
    expect((cookies[0]?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(30 * 60);
    expect(await visiting.page.evaluate('document.cookie')).toBe('');
    await play(visiting.page);
    await until(visiting.page, ({ time, width }) => time > 0.3 && width > 0);
    await visiting.context.close();
  });

  it.each([undefined, 'revoked'] as const)(
    'nobody (token %s): the private one asks to sign in',
    async (who) => {
      const visiting = await visitor(who && tokens[who]);
      const { status, title, stream, cookies } = await seen(visiting, shares.private);
      expect({ status, title, stream, cookies }).toEqual({
        status: 401,
        title: 'Private share',
        stream: null,
        cookies: [],
      });
      await visiting.context.close();
    },
  );

  it('[ACC-1] a person of another account: the private one looks like one that does not exist', async () => {
    const visiting = await visitor(tokens.stranger);
    const there = await seen(visiting, shares.private);
    expect({ status: there.status, stream: there.stream }).toEqual({ status: 404, stream: null });
    const shown = await visiting.page.content();
    expect((await seen(visiting, NOWHERE)).status).toBe(404);
    expect(await visiting.page.content()).toBe(shown);
    await visiting.context.close();
  });

  it("anybody: every part of the private one is refused without the member's token", async () => {
    const member = await visitor(tokens.member);
    const { stream } = await seen(member, shares.private);
    const parts = ['index.m3u8', 'init.mp4', 'segment00000.m4s', 'captions.vtt', 'chapters.vtt'];
    for (const token of [undefined, tokens.stranger]) {
      const { page, context } = await visitor(token);
      await page.goto(`${url}/s/${shares.public}`);
      for (const part of parts)
        for (const made of ['public', 'x.y', tokens.stranger]) {
          const path = (stream ?? '').replace(/\/m\/[^/]+/, `/m/${made}`).replace('index.m3u8', part);
          expect(await page.evaluate(`fetch('${path}').then((answer) => answer.status)`), path).toBe(403);
        }
      await context.close();
    }
    await member.context.close();
  });
});
