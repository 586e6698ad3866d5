/** A client with many things to do at once, which notes whatever the service acknowledges. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Seeded, seeded } from '../../support/seeded.ts';
import type { Attached, Fate, History, Made, SentFile } from './history.ts';
import type { Medium } from './media.ts';
import { type Asker, json, type Reply, slowForm, slowly } from './requests.ts';

/** Files that are being uploaded, asked about or deleted at once. */
const LANES = 3;
/** So much waits to be processed at most: else a machine that is busy would end what was begun in an hour. */
const AHEAD = 10;
/** Chances in percent. */
const CHANCE = {
  pieces: 40,
  subtitles: 25,
  described: 50,
  deleted: 25,
  madeDeleted: 15,
  takenOut: 10,
  detached: 25,
};
/** How long an upload and its pieces pause at most, in milliseconds. */
const SLOW_MS = 60;
const CRITERION_MS = 4_000;
/** So many are attached at most: each is run over each file. */
const CRITERIA = 5;

export interface Client {
  /** Makes the collections and the webhook. */
  prepare(endpoint: string): Promise<string>;
  /** Works until it is stopped. */
  work(): Promise<void>;
  /** Begins nothing more, and resolves once everything that was begun is acknowledged. */
  hold(): Promise<void>;
  resume(): void;
  stop(): void;
}

interface Options {
  readonly seed: number;
  readonly history: History;
  readonly medium: (number: number) => Medium;
  readonly asker: Asker;
  /** How much is not processed yet. */
  readonly open: () => number;
}

export function clientOf({ seed, history, medium, asker, open }: Options): Client {
  const { ask } = asker;
  let [stopped, held] = [false, false];
  let [number, busy] = [0, 0];
  const lost = (what: string) => void history.lost.push(what);

  /** Does one step; nothing is begun while the client is held. */
  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    while (held) await sleep(20);
    busy += 1;
    return work().finally(() => {
      busy -= 1;
    });
  }

  /** Notes what a file is answered with that was acknowledged: it must be known, unless it is being deleted. */
  function expected(reply: Reply, good: readonly number[], what: string): boolean {
    if (good.includes(reply.status)) return true;
    lost(`${what}: ${reply.status} ${String(reply.body.error)}`);
    return false;
  }

  function acknowledge(file: SentFile, id: string): void {
    file.id = id;
    file.fate = 'there';
    file.since = Date.now();
  }

  async function inOnePiece(chance: Seeded, content: Medium, at: number): Promise<SentFile> {
    const said = chance.below(100) < CHANCE.subtitles ? `We promise number ${at} by Friday.` : undefined;
    const vtt = `WEBVTT\n\n00:00:00.200 --> 00:00:01.800\n${said}\n`;
    for (let attempt = 0; ; attempt += 1) {
      const name = `${at}-${attempt}.${content.extension}`;
      const file: SentFile = {
        ...{ name, medium: content, fate: 'sent', made: [], members: new Map() },
        ...(said && { subtitles: said }),
      };
      history.files.push(file);
      const parts = [
        ...(said ? [{ name: 'subtitles', filename: `${at}.vtt`, bytes: Buffer.from(vtt) }] : []),
        { name: 'file', filename: name, bytes: content.bytes },
      ];
      const reply = await asker.once('POST', '/files', slowForm(parts, chance.below(SLOW_MS)));
      if (reply?.status === 200) {
        acknowledge(file, String(reply.body.id));
        if (reply.body.content_hash !== content.sha256) lost(`${name} was stored with another content`);
        return file;
      }
      if (reply && reply.status < 500)
        throw new Error(`${name}: ${reply.status} ${String(reply.body.error)}`);
      await sleep(150);
    }
  }

  /** As a client of tus does: what the service said that it has, it must have ever after. */
  async function inPieces(chance: Seeded, content: Medium, at: number): Promise<SentFile> {
    const tus = { 'tus-resumable': '1.0.0' };
    const name = `${at}-pieces.${content.extension}`;
    const length = { 'upload-length': String(content.bytes.length) };
    const about = { 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` };
    const file: SentFile = { name, medium: content, fate: 'sent', made: [], members: new Map() };
    history.files.push(file);
    const made = await ask('POST', '/uploads', () => ({ headers: { ...tus, ...length, ...about } }));
    if (made.status !== 201) throw new Error(`${name}: ${made.status} ${String(made.body.error)}`);
    const where = new URL(made.headers.get('location') ?? '', 'http://localhost/v1/').pathname;
    const size = Math.ceil(content.bytes.length / (2 + chance.below(4)));
    for (let offset = 0; offset < content.bytes.length; ) {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const piece = content.bytes.subarray(offset, offset + size);
      const sent = await asker.once('PATCH', where, {
        headers: { ...tus, ...type },
        content: slowly(piece, chance.below(SLOW_MS)),
      });
      const told = sent?.status === 204 ? Number(sent.headers.get('upload-offset')) : offset;
      const looked = await ask('HEAD', where, () => ({ headers: tus }));
      const now = Number(looked.headers.get('upload-offset') ?? Number.NaN);
      if (!(now >= told)) {
        lost(`${name}: byte ${told} was acknowledged, and then ${looked.status}, offset ${now}`);
        return file;
      }
      offset = now;
    }
    acknowledge(file, where.split('/').at(-1) ?? '');
    return file;
  }

  /** Asks for something that is made from a file, which may be deleted meanwhile by nobody but this lane. */
  async function make(file: SentFile, kind: Made['kind'], reply: Reply): Promise<void> {
    let id = String(reply.body.id ?? reply.body.segmentation_id ?? reply.body.frame_extraction_id ?? '');
    // An earlier request made it, and its answer was cut off.
    if (kind === 'share' && reply.status === 409)
      id = /share ([\da-f-]{36})/.exec(String(reply.body.error))?.[1] ?? '';
    else if (!expected(reply, [200, 201, 202], `${kind} of ${file.name}`)) return;
    file.made.push({ kind, id, fate: 'there' });
  }

  async function askFor(file: SentFile, chance: Seeded): Promise<void> {
    const where = `/files/${file.id}`;
    const isFilm = file.medium.frames > 0;
    const window = { strategy: 'uniform', uniform_config: { window_seconds: 1 } };
    const collection =
      chance.below(100) < CHANCE.described ? history.described : chance.pick(history.collections);
    const asked = await step(() =>
      ask('POST', `/collections/${collection}/media`, () => json({ file_id: file.id })),
    );
    if (expected(asked, [200, 201, 202], `${file.name} into a collection`))
      file.members.set(collection, 'there');
    if (chance.below(100) < 60)
      await step(async () => {
        const body = { file_id: file.id, visibility: 'public' };
        await make(file, 'share', await ask('POST', '/share', () => json(body)));
      });
    if (!isFilm) return;
    if (chance.below(100) < 50) {
      const frames = { strategy: 'uniform', uniform_config: { frames_per_second: 2, max_width: 64 } };
      await step(async () => make(file, 'frames', await ask('POST', `${where}/frames`, () => json(frames))));
    }
    if (chance.below(100) < 50)
      await step(async () =>
        make(file, 'segmentation', await ask('POST', `${where}/segmentations`, () => json(window))),
      );
  }

  /** Deletes something; only where an earlier request was cut off may it be gone already. */
  async function remove(where: string, what: string, set: (fate: Fate) => void): Promise<void> {
    await step(async () => {
      set('leaving');
      const reply = await ask('DELETE', where);
      if (reply.status !== 404 || reply.cut === 0) expected(reply, [200, 204], `the deletion of ${what}`);
      set('gone');
    });
  }

  async function takeAway(file: SentFile, chance: Seeded): Promise<void> {
    await sleep(chance.below(3_000));
    for (const made of file.made) {
      if (made.kind === 'frames' || chance.below(100) >= CHANCE.madeDeleted) continue;
      const folder = made.kind === 'share' ? 'share' : 'segmentations';
      await remove(`/${folder}/${made.id}`, `${made.kind} of ${file.name}`, (fate) => {
        made.fate = fate;
      });
    }
    for (const collection of file.members.keys())
      if (chance.below(100) < CHANCE.takenOut)
        await remove(`/collections/${collection}/videos/${file.id}`, `${file.name} in a collection`, (fate) =>
          file.members.set(collection, fate),
        );
    if (chance.below(100) < CHANCE.deleted)
      await remove(`/files/${file.id}`, file.name, (fate) => {
        file.fate = fate;
      });
  }

  /** The life of one file after another. */
  async function lane(): Promise<void> {
    while (!stopped) {
      if (open() >= AHEAD || held) {
        await sleep(100);
        continue;
      }
      const at = number++;
      const chance = seeded(seed * 1_000_003 + at);
      const send = chance.below(100) < CHANCE.pieces ? inPieces : inOnePiece;
      const file = await step(() => send(chance, medium(at), at));
      if (file.fate !== 'there') continue;
      await askFor(file, chance);
      await takeAway(file, chance);
    }
  }

  /** Attaches criteria, each of which is then run over all that is in the collection, and takes some off again. */
  async function criteria(): Promise<void> {
    const chance = seeded(seed + 7);
    for (let at = 0; !stopped; ) {
      if (open() >= AHEAD || held) {
        await sleep(100);
        continue;
      }
      const collection = chance.pick(history.collections);
      const one: Attached = { name: `promise_${at++}`, collection, fate: 'sent' };
      history.attached.push(one);
      const criterion = { name: one.name, instructions: 'Somebody promises something.' };
      const where = `/collections/${collection}/moment-criteria`;
      const body = { criterion, min_duration_seconds: 1 };
      await step(async () => {
        const reply = await ask('POST', where, () => json(body));
        if (reply.status === 409 && reply.cut > 0) return;
        if (!expected(reply, [200, 201, 202], `criterion ${one.name}`)) return;
        one.id = String(reply.body.attachment_id);
        one.fate = 'there';
      });
      await sleep(chance.below(CRITERION_MS));
      if (chance.below(100) >= CHANCE.detached) await hasRun(collection, one.id);
      else await detach(one);
      const [oldest, ...others] = history.attached.filter(({ fate }) => fate === 'there');
      if (oldest && others.length >= CRITERIA) await detach(oldest);
    }
  }

  /** Waits until a criterion has been run over all that is in its collection. */
  async function hasRun(collection: string, id: string | undefined): Promise<void> {
    for (; !stopped; await sleep(500)) {
      const { body } = await step(() => ask('GET', `/collections/${collection}`));
      const { criteria } = body.moments_config as { criteria: Record<string, unknown>[] };
      const one = criteria.find(({ attachment_id }) => attachment_id === id);
      if (!one || Number(one.files_completed) + Number(one.files_failed) === one.files_total) return;
    }
  }

  async function detach(one: Attached): Promise<void> {
    if (one.id === undefined) return;
    const where = `/collections/${one.collection}/moment-criteria/${one.id}`;
    await remove(where, `criterion ${one.name}`, (fate) => {
      one.fate = fate;
    });
  }

  return {
    async prepare(endpoint) {
      const collection = async (name: string, collection_type: string) => {
        const reply = await ask('POST', '/collections', () => json({ name, collection_type }));
        return String(reply.body.id);
      };
      for (const name of ['talks', 'more talks']) history.collections.push(await collection(name, 'moments'));
      history.described = await collection('described', 'media-descriptions');
      return String((await ask('POST', '/webhooks', () => json({ endpoint }))).body.id);
    },
    work: async () => void (await Promise.all([...Array.from({ length: LANES }, lane), criteria()])),
    async hold() {
      held = true;
      while (busy > 0) await sleep(20);
    },
    resume: () => {
      held = false;
    },
    stop: () => {
      stopped = true;
      held = false;
    },
  };
}
