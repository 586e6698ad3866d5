/** Pictures, streams, searches and events of another account. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../support/film.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../support/service.ts';
import type { Call } from './possessions.ts';

const it = needs('ffmpeg');
const WORD = 'zanzibar';
const SUBTITLES = `1\n00:00:00,000 --> 00:00:02,000\nThe boat to ${WORD} leaves at noon.\n`;
let service: TestService;
let stranger: Call;
let theirs: Film;
let own: Film;

/** A film in a collection, with everything that has a URL. */
interface Film {
  file: string;
  collection: string;
  share: string;
  /** Signed URLs of its pictures and of its private share. */
  urls: string[];
}

beforeAll(async () => {
  service = await openTestService();
  const authorization = `Bearer ${await strangerToken(service)}`;
  stranger = (method, path, body, headers) => service.call(method, path, body, { authorization, ...headers });
  theirs = await filmOf(service.call);
  own = await filmOf(stranger);
});
afterAll(() => service.close());

async function filmOf(call: Call): Promise<Film> {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const film = await make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', ...codec], 'mp4');
  const form = new FormData();
  form.set('file', new Blob([film as Uint8Array<ArrayBuffer>]), `${WORD}.mp4`);
  form.set('subtitles', new Blob([SUBTITLES]), 'a.srt');
  const file = (await call('POST', '/files', form)).body.id;
  const about = { name: WORD, collection_type: 'media-descriptions' };
  const collection = (await call('POST', '/collections', about)).body.id;
  await call('POST', `/collections/${collection}/media`, { file_id: file });
  await call('POST', `/files/${file}/frames`, {
    strategy: 'uniform',
    uniform_config: { frames_per_second: 1 },
    thumbnails_config: { enable_frame_thumbnails: true },
  });
  const body = { file_id: file, visibility: 'private', title: WORD };
  const share = (await call('POST', '/share', body)).body.id;
  await service.drain();
  const answers = await Promise.all(
    [`/files/${file}`, `/files/${file}/frames?limit=5`, `/files/${file}/thumbnails`, `/share/${share}`].map(
      async (path) => (await call('GET', path)).text,
    ),
  );
  const urls = answers.flatMap((text) => text.match(/http:[^"]+\/m\/[^"]+/g) ?? []);
  return { file, collection, share, urls: [...new Set(urls)] };
}

const get = async (url: string) => (await service.app.request(url)).status;

describe('[ACC-1] media of another account', () => {
  it('opens by no signature of the own account', async () => {
    expect(theirs.urls.length).toBeGreaterThanOrEqual(4);
    for (const url of theirs.urls) expect(await get(url), url).toBe(200);
    const tokenOf = (url: string) => /\/m\/([^/]+)\//.exec(url)?.[1] ?? '';
    for (const url of theirs.urls)
      for (const token of own.urls.map(tokenOf))
        expect(await get(url.replace(tokenOf(url), token)), url).toBe(403);
  });

  it('is in no search, deep search or chat of the own account, whatever it names', async () => {
    const query = 'boat to zanzibar';
    const chat = (call: Call, collection: string) =>
      call('POST', '/chat/completions', {
        model: 'vau-quotes',
        messages: [{ role: 'user', content: query }],
        collections: [collection],
      });
    const ask = async (call: Call, { collection, file }: Film) => [
      await call('POST', '/search', { query, scope: 'segment', collections: [collection] }),
      await call('POST', '/search', { query, scope: 'file', collections: [collection] }),
      await call('POST', '/deepSearch', { query, knowledge_base: { source: 'default' } }),
      await call('POST', '/deepSearch', { query, knowledge_base: { source: 'files', files: [file] } }),
      await chat(call, collection),
    ];
    const answers = await ask(stranger, own);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { text } of answers.slice(0, 4)) {
      expect(text).toContain(own.file);
      expect(text).not.toContain(theirs.file);
    }
    expect(answers[4]?.text).not.toContain(theirs.file);
    const foreign = await ask(stranger, theirs);
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 200, 404, 404]);
  });

  it('causes only events of its own account', async () => {
    const { db } = service.context;
    const files = await db.selectFrom('files').select(['id', 'account_id']).execute();
    const events = await db.selectFrom('events').select(['account_id', 'payload']).execute();
    for (const { id, account_id } of files) {
      const about = events.filter(({ payload }) => payload.includes(id));
      expect(about.length).toBeGreaterThan(0);
      expect(about.map((event) => event.account_id).filter((one) => one !== account_id)).toEqual([]);
    }
  });
});
