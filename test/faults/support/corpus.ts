/** [SAFE-2] [SAFE-3] More than a thousand hostile media, sent to the built service: a third of them in each of three files. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { decodeFrames, decodeSound, locateFfmpeg, mainAudio, probe } from '../../../src/media/index.ts';
import { type Hostile, hostileMedia, isClear } from '../../support/corpus/index.ts';
import { openLure, type WatchedLure } from '../../support/corpus/lure.ts';
import { needs } from '../../support/programs.ts';
import type { Fields } from '../../support/service.ts';
import { type Serving, serving } from '../../support/serving.ts';
import { treeShare } from './memory.ts';

/** Another one makes other variants of the same files. */
const SEED = Number(process.env.VAU_TEST_CORPUS_SEED ?? 1);
const LEAST_MEDIA = 1_000;
const MOST_BYTES = 1024 ** 3;
/** What one of them may take on an idle machine, from its first to its last step. */
const MOST_SECONDS = 60;
/** So many are sent and awaited at the same time. */
const AT_ONCE = 6;

/** How many times slower than an idle one this machine is. */
const slowness = () => Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());

interface Outcome {
  readonly name: string;
  readonly status: string;
  readonly reason: string;
  readonly seconds: number;
  /** Media type and length, once it is completed. */
  readonly media?: { readonly type: string; readonly duration: number | null };
}

let folder: string;
let lure: WatchedLure;
let service: Serving;
let peak = 0;

/** Sends one, and waits until it has ended. */
async function outcomeOf({ name, bytes, subtitles }: Hostile): Promise<Outcome> {
  const sent = await service.upload(
    bytes,
    name,
    subtitles === undefined ? {} : { subtitles: new Blob([subtitles]) },
  );
  if (sent.status !== 200)
    return { name, status: String(sent.status), reason: String(sent.body.error), seconds: 0 };
  const where = `/files/${sent.body.id}`;
  let began: number | undefined;
  for (;;) {
    const { status, body } = await service.call('GET', where);
    if (status !== 200) throw new Error(`${name}: GET answered ${status}: ${JSON.stringify(body)}`);
    if (body.status === 'processing') began ??= Date.now();
    if (body.status === 'completed' || body.status === 'failed') {
      const told = JSON.stringify(body);
      if (told.includes(lure.secret))
        throw new Error(`${name}: it gave away what it should not know: ${told}`);
      return {
        name,
        status: String(body.status),
        reason: String(body.error ?? ''),
        seconds: (Date.now() - (began ?? Date.now())) / 1000,
        ...(body.status === 'completed' && { media: mediaIn(body) }),
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

function mediaIn(body: Fields): { type: string; duration: number | null } {
  const info = body.media_info as { duration_seconds: number | null };
  return { type: String(body.media_type), duration: info.duration_seconds };
}

/** The first frame or tone that it gives. */
async function first(file: string, type: string): Promise<Buffer | undefined> {
  const ffmpeg = await locateFfmpeg();
  const streamIndex = type === 'audio' ? mainAudio(await probe(file, { ffmpeg }))?.index : undefined;
  if (type === 'audio') for await (const piece of decodeSound(file, { ffmpeg, streamIndex })) return piece;
  else for await (const { data } of decodeFrames(file, { ffmpeg, width: 8, height: 8 })) return data;
  return undefined;
}

/** Nothing if it gives frames or tones, as it claims. */
async function muteness({ bytes, name }: Hostile, { media }: Outcome): Promise<string | undefined> {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, bytes);
  const type = media?.type ?? '';
  const found = await first(file, type).catch((error: Error) => error);
  await rm(file);
  if (Buffer.isBuffer(found)) return undefined;
  return `${name}: ${type} of ${media?.duration} s: ${found?.message ?? 'it gives nothing'}`;
}

/** Does it for all of them, a few at a time, in their order. */
async function each<Item, Result>(
  all: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
) {
  const results: Result[] = [];
  const left = [...all.entries()];
  const next = async () => {
    for (let entry = left.shift(); entry; entry = left.shift()) results[entry[0]] = await work(entry[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return results;
}

function unclear({ name, status, reason }: Outcome): string | undefined {
  if (status === 'completed') return undefined;
  const said = `${name}: ${status}: ${reason}`;
  if (status !== 'failed' && status !== '415' && status !== '400') return said;
  return isClear(reason) && !reason.includes(service.home.folder) ? undefined : said;
}

/** A reason without names and numbers, so that equal ones can be counted. */
const kind = ({ status, reason }: Outcome) =>
  `${status}: ${reason
    .replace(/^[^:]{0,120}\.\w+: /, '')
    .replace(/\d+(\.\d+)?/g, 'N')
    .slice(0, 90)}`;

function tally(all: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(kind(one), (counts.get(kind(one)) ?? 0) + 1);
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .map(([what, count]) => `${count} ${what}`)
    .join('; ');
}

/** The tests of every third of the media. @param third 1, 2 or 3 */
export function tryCorpus(third: 1 | 2 | 3): void {
  let watch: NodeJS.Timeout;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vau-corpus-'));
    lure = await openLure();
    service = await serving({ args: ['--workers', '2'] });
    watch = setInterval(() => {
      peak = Math.max(peak, treeShare(service.pid));
    }, 250);
  });
  afterAll(async () => {
    clearInterval(watch);
    await service?.stop();
    await lure?.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe(`a corpus of hostile media, part ${third} of 3`, () => {
    needs('ffmpeg', 'ffprobe')(
      '[SAFE-2] [SAFE-3] each is completed or refused with a reason; nothing dies, grows, hangs or reads what is elsewhere',
      { timeout: 1_800_000 },
      async () => {
        const corpus = await hostileMedia(SEED, lure);
        expect(corpus.length).toBeGreaterThanOrEqual(LEAST_MEDIA);
        const all = corpus.filter((_, at) => at % 3 === third - 1);
        const began = Date.now();
        const outcomes = await each(all, AT_ONCE, outcomeOf);
        const seconds = Math.round((Date.now() - began) / 1000);
        const completed = outcomes.filter(({ status }) => status === 'completed');
        const failed = outcomes.filter(({ status }) => status !== 'completed');
        console.info(
          `${all.length} media, ${completed.length} completed, ${failed.length} failed in ${seconds} s; ` +
            `largest memory ${Math.round(peak / 2 ** 20)} MB (${tally(failed)})`,
        );
        if (process.env.VAU_TEST_FIGURES)
          await writeFile(process.env.VAU_TEST_FIGURES, JSON.stringify(outcomes, null, 1));
        expect(await lure.touched()).toEqual([]);
        expect(outcomes.map(unclear).filter(Boolean)).toEqual([]);
        const slow = outcomes.filter((one) => one.seconds > MOST_SECONDS * slowness());
        expect(slow).toEqual([]);
        expect(peak).toBeLessThan(MOST_BYTES);
        const tried = completed.map((outcome) => ({ outcome, media: all[outcomes.indexOf(outcome)] }));
        const mute = await each(tried, 2, async ({ outcome, media }) => media && muteness(media, outcome));
        expect(mute.filter(Boolean)).toEqual([]);
        expect((await service.call('GET', '/health')).status).toBe(200);
        expect(
          service
            .said()
            .split('\n')
            .filter((line) => /^\S* ?error/i.test(line)),
        ).toEqual([]);
        expect(await readFile(lure.text, 'utf8')).toContain(lure.secret);
        expect(await lure.touched(), 'the watch itself works').toEqual([`${lure.text} was read`]);
      },
    );
  });
}
