/** What a client finds through the front door, held against what was acknowledged: all of it, whole and readable. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { locate } from '../../support/programs.ts';
import { type History, kept, type Made, type SentFile } from './history.ts';
import type { Asker } from './requests.ts';
import type { Subject } from './subject.ts';

const run = promisify(execFile);

/** What a picture that was cut off does not end with. */
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

type Kept = ReturnType<typeof kept>[number];
type Body = Readonly<Record<string, unknown>>;

/** What was read, for the line at the end. What failed is not: the rows say why it did. */
export interface Found {
  files: number;
  shares: number;
  frames: number;
}

/** Notes what is lost in the history. @param found is added to @param decoded the shares that were decoded at an earlier time, which is added to */
export async function checkDoor(
  { ask }: Asker,
  subject: Subject,
  history: History,
  { found, decoded }: { found: Found; decoded: Set<string> },
): Promise<void> {
  const { lost } = history;
  const get = async (where: string): Promise<Body | undefined> => {
    const { status, body } = await ask('GET', where);
    return status === 200 ? body : undefined;
  };

  async function checkMade(file: Kept, { kind, id }: Made): Promise<void> {
    const where = { share: '/share/', segmentation: '/segmentations/', frames: '/frames/' }[kind];
    const shown = await get(`${where}${id}`);
    if (!shown) return void lost.push(`${kind} ${id} of ${file.name} was acknowledged, and is not there`);
    if (shown.status === 'failed') return;
    if (shown.status !== 'completed')
      return void lost.push(`${kind} ${id} of ${file.name} is ${shown.status}`);
    if (kind === 'segmentation') {
      if (shown.total_segments !== file.medium.seconds)
        lost.push(`a segmentation of ${file.name} has ${shown.total_segments} segments`);
      const { segments = [] } = shown.data as { segments?: { thumbnail_url?: string }[] };
      for (const { thumbnail_url: url } of segments) await checkPicture(url, `a segment of ${file.name}`);
    } else if (kind === 'frames') {
      if (shown.frame_count !== file.medium.seconds * 2)
        lost.push(`${file.name} has ${shown.frame_count} extracted frames`);
      found.frames += Number(shown.frame_count);
    } else if (!decoded.has(id)) {
      const problem = await streamProblem(String(shown.stream_url), file);
      if (problem) lost.push(`the share of ${file.name} ${problem}`);
      decoded.add(id);
    }
  }

  async function checkPicture(url: string | undefined, what: string): Promise<void> {
    const answer = url ? await fetch(url) : undefined;
    const jpeg = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
    if (!answer?.ok || !jpeg.subarray(-2).equals(END_OF_JPEG))
      lost.push(`${what} has no whole picture: ${answer?.status}, ${jpeg.length} bytes`);
  }

  async function checkMember(file: Kept, collection: string): Promise<void> {
    const shown = await get(`/collections/${collection}/videos/${file.id}`);
    if (!shown) return void lost.push(`${file.name} was put into a collection, and is not there`);
    if (shown.status === 'failed') return;
    if (shown.status !== 'completed')
      return void lost.push(`${file.name} in a collection is ${shown.status}`);
    if (collection !== history.described) return;
    const described = await get(`/collections/${collection}/videos/${file.id}/media-descriptions`);
    const lines = (described?.speech ?? []) as { text: string }[];
    const wanted = file.subtitles ?? file.medium.said;
    if (!lines.some(({ text }) => text === wanted))
      lost.push(`${file.name} says ${JSON.stringify(lines.map(({ text }) => text))}, and not ${wanted}`);
  }

  async function checkFile(file: Kept): Promise<void> {
    const shown = await get(`/files/${file.id}`);
    const at = path.join(subject.dataDir, 'objects/files', file.id, 'original');
    const original = await readFile(at).catch(() => undefined);
    if (!original?.equals(file.medium.bytes))
      lost.push(`the original of ${file.name} is ${original ? 'another' : 'missing'}`);
    if (!shown) return void lost.push(`${file.name} was acknowledged, and is not there`);
    if (shown.status !== 'completed' && shown.status !== 'failed')
      lost.push(`${file.name} is ${shown.status}`);
    if (shown.status === 'completed') {
      const info = shown.media_info as { duration_seconds?: number };
      if (Math.abs((info.duration_seconds ?? 0) - file.medium.seconds) > 0.1)
        lost.push(`${file.name} is said to last ${info.duration_seconds} s, not ${file.medium.seconds} s`);
      if (file.medium.frames > 0) await checkPicture(shown.thumbnail_url as string, file.name);
    }
    found.files += 1;
    for (const made of file.made) {
      if (made.fate === 'there') await checkMade(file, made);
      if (made.fate === 'there' && made.kind === 'share') found.shares += 1;
      const where = { share: '/share/', segmentation: '/segmentations/', frames: '/frames/' }[made.kind];
      if (made.fate === 'gone' && (await get(`${where}${made.id}`)))
        lost.push(`a ${made.kind} of ${file.name} was deleted, and is there`);
    }
    for (const [collection, fate] of file.members)
      if (fate === 'there') await checkMember(file, collection);
      else if (await get(`/collections/${collection}/videos/${file.id}`))
        lost.push(`${file.name} was taken out of a collection, and is there`);
  }

  /** The service lists what was acknowledged, and besides only what was sent without an answer: that is whole, too. */
  async function checkLists(): Promise<void> {
    const byName = new Map(history.files.map((file) => [file.name, file]));
    const listed = await everyPage(get, '/files');
    const there = new Set(listed.map(({ id }) => id));
    for (const { name, id } of kept(history)) if (!there.has(id)) lost.push(`${name} is not listed`);
    for (const { id, filename, content_hash } of listed) {
      const file: SentFile | undefined = byName.get(String(filename));
      if (!file) lost.push(`${filename} is listed, and was never sent`);
      else if (file.fate === 'gone') lost.push(`${filename} was deleted, and is listed`);
      else if (file.fate === 'there' && file.id !== id) lost.push(`${filename} is there twice`);
      else if (content_hash !== file.medium.sha256) lost.push(`${filename} has another content`);
      else if (file.fate === 'sent') await checkUnanswered(String(id), file);
    }
    for (const collection of [...history.collections, history.described]) {
      const shown = await get(`/collections/${collection}`);
      const members = await everyPage(get, `/collections/${collection}/videos`);
      if (shown?.file_count !== members.length)
        lost.push(`a collection counts ${shown?.file_count} files, and lists ${members.length}`);
      checkCriteria(shown, collection, members.length);
    }
  }

  async function checkUnanswered(id: string, { name, medium }: SentFile): Promise<void> {
    const at = path.join(subject.dataDir, 'objects/files', id, 'original');
    const original = await readFile(at).catch(() => undefined);
    if (!original?.equals(medium.bytes))
      lost.push(`${name}, which was not acknowledged, is there, and not whole`);
  }

  function checkCriteria(shown: Body | undefined, collection: string, members: number): void {
    const { criteria = [] } = (shown?.moments_config ?? {}) as { criteria?: Body[] };
    const listed = new Map(criteria.map((one) => [one.attachment_id, one]));
    for (const { id, name, fate, collection: of } of history.attached) {
      if (of !== collection || id === undefined) continue;
      const one = listed.get(id);
      if (fate === 'gone' && one) lost.push(`criterion ${name} was taken off, and is there`);
      if (fate !== 'there') continue;
      if (!one) lost.push(`criterion ${name} was acknowledged, and is not there`);
      else if (Number(one.files_completed) + Number(one.files_failed) !== one.files_total)
        lost.push(`criterion ${name} does not add up: ${JSON.stringify(one)}`);
      else if (Number(one.files_total) > members)
        lost.push(`criterion ${name} counts ${one.files_total} files of ${members}`);
    }
  }

  async function checkBilling(): Promise<void> {
    const { balance, committed } = (await get('/billing')) ?? {};
    if (committed !== 0) lost.push(`${committed} credits are committed, and nothing is to be done`);
    let sum = 0;
    for (let cursor = ''; ; ) {
      const page = await get(`/billing/ledger?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      for (const { amount } of (page?.entries ?? []) as { amount: number }[]) sum += amount;
      if (!page?.next_cursor) break;
      cursor = String(page.next_cursor);
    }
    if (sum !== balance) lost.push(`the ledger adds up to ${sum}, the balance is ${balance}`);
  }

  for (const file of kept(history)) await checkFile(file);
  for (const { name, id, fate } of history.files)
    if (fate === 'gone' && (await get(`/files/${id}`))) lost.push(`${name} was deleted, and is there`);
  await checkLists();
  await checkBilling();
}

async function everyPage(get: (where: string) => Promise<Body | undefined>, where: string): Promise<Body[]> {
  const rows: Body[] = [];
  for (;;) {
    const page = await get(`${where}?limit=100&offset=${rows.length}`);
    const { data = [] } = (page ?? {}) as { data?: Body[] };
    rows.push(...data);
    if (data.length < 100) return rows;
  }
}

/** Decodes all of a stream over HTTP. @returns what is wrong with it */
async function streamProblem(url: string, { medium }: SentFile): Promise<string | undefined> {
  const asked = ['-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames:format=duration'];
  const { stdout } = await run(locate('ffprobe'), ['-v', 'error', ...asked, '-of', 'json', url]).catch(
    (error: Error) => ({ stdout: JSON.stringify({ error: error.message }) }),
  );
  const {
    streams = [],
    format,
    error,
  } = JSON.parse(stdout) as {
    streams?: { codec_type: string; nb_read_frames?: string }[];
    format?: { duration?: string };
    error?: string;
  };
  if (error) return `cannot be decoded: ${error.slice(0, 200)}`;
  const frames = Number(streams.find(({ codec_type: type }) => type === 'video')?.nb_read_frames ?? 0);
  if (frames !== medium.frames) return `has ${frames} frames, not ${medium.frames}`;
  const seconds = Number(format?.duration);
  if (!(Math.abs(seconds - medium.seconds) < 0.15)) return `lasts ${seconds} s, not ${medium.seconds} s`;
  return undefined;
}
