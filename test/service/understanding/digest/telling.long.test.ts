import { afterAll, it as always, beforeAll, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { digestOf } from '../../../../src/service/understanding/rules/digest/index.ts';
import { make, makeAudio, makeImage } from '../../../support/film.ts';
import { locate, needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');
const itReads = needs('ffmpeg', 'fonts');

let service: TestService;
let collection: string;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['sidecar'] } });
  const sent = { name: 'titles', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', sent)).body.id;
});
afterAll(() => service.close());

async function described(media: Buffer, name: string, fields = {}): Promise<MediaDescription> {
  const { body } = await service.upload(media, name, fields);
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  await service.drain();
  const where = `/collections/${collection}/videos/${body.id}/media-descriptions?include_chapters=true`;
  const answer = await service.call('GET', where);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as MediaDescription;
}

/** Subtitles with a line every four seconds. */
function subtitles(lines: readonly string[]): Blob {
  const stamp = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;
  const cues = lines.map((text, at) => `${stamp(at * 4)} --> ${stamp(at * 4 + 3)}\n${text}\n`);
  return new Blob([`WEBVTT\n\n${cues.join('\n')}`]);
}

describe('a file without words', () => {
  it('has its name as title, cleaned, or its kind and day if a device or a program has named it', async () => {
    const titles = {
      '2024-05-03_board-meeting_final.wav': 'Board meeting',
      'The.Great.Race.1080p.x264.wav': 'The Great Race',
      'leith_interview_final2.wav': 'Leith interview',
      'mill_visit_rough_cut.wav': 'Mill visit',
      'a-short-hair-cut.wav': 'A short hair cut',
      'what is web3.wav': 'What is web3',
      'committee_2024-03-05.wav': 'Committee, 5 March 2024',
      'Twenty-one things (2).wav': 'Twenty-one things',
      '会议.wav': '会议',
      'IMG_2041.wav': 'Recording IMG_2041',
      'VID-20240818-WA0007.wav': 'Recording, 18 August 2024',
      'Screen Recording 2026-03-02 at 10.14.55.wav': 'Screen recording, 2 March 2026',
      'audio.wav': 'Untitled recording',
      'GMT20241104-090212_Recording.wav': 'Recording, 4 November 2024',
      'GMT20241105-090212_Recording_1920x1080.wav': 'Recording, 5 November 2024',
      'call_2024-06-11_1532.wav': 'Call, 11 June 2024',
      'Vorstand 18.05.2024.wav': 'Vorstand, 18 May 2024',
      'WhatsApp Audio 2024-05-19 at 10.33.44.wav': 'Recording, 19 May 2024',
      'abc-defg-hij (2024-06-12 at 14_03 GMT+2).wav': 'Recording, 12 June 2024',
      'Call with Ann-20240611_140312-Meeting Recording.wav': 'Call with Ann',
      '20240520103344.wav': 'Recording, 20 May 2024',
    };
    const named = await makeCollection(service, 'named', 'media-descriptions');
    for (const name of Object.keys(titles)) {
      const { body } = await service.upload(await makeAudio(1), name);
      await service.call('POST', `/collections/${named}/media`, { file_id: body.id });
    }
    await service.drain();
    const { body } = await service.call('GET', `/collections/${named}/media-descriptions?limit=100`);
    const { data } = body as unknown as { data: { file_id: string; data: { title: string } }[] };
    expect(data.map((one) => one.data.title).sort()).toEqual(Object.values(titles).sort());
  });

  it('is summarised by what its picture looks like, without times and quotation marks', async () => {
    const { title, summary } = await described(await makeImage(), 'DSC_0412.png');
    expect(title).toBe('Picture DSC_0412');
    expect(summary).toMatch(/^(?:\w+ ){1,2}picture, (?:mostly|of many) [a-z, ]+\.$/);
  });
});

describe('what any film says', () => {
  it('is no sentence of its title, summary and chapters', async () => {
    const lines = [
      'Hey guys, welcome back to my channel.',
      'Please subscribe and hit the bell.',
      'I want to show you how a bookshelf is built out of old wine crates.',
      'Screw two crates together with four short screws.',
      'Thanks for watching, see you in the next video.',
    ];
    const film = await described(await makeAudio(20), 'IMG_2042.wav', { subtitles: subtitles(lines) });
    expect(film.title).toBe('How a bookshelf is built out of old wine crates');
    expect(film.summary).toContain('Screw two crates');
    expect(JSON.stringify([film.summary, film.chapters])).not.toMatch(/channel|subscribe|watching/);
  });

  it('does not replace a name that says something, and is no title where it leans on another sentence', async () => {
    const titleOf = async (said: string, name: string) =>
      (await described(await makeAudio(4), name, { subtitles: subtitles([said]) })).title;
    const stands = 'Nobody had seen the mill without its wheel.';
    expect(await titleOf(stands, 'old_mill.wav')).toBe('Old mill');
    expect(await titleOf(stands, 'IMG_2043.wav')).toBe('Nobody had seen the mill without its wheel');
    expect(await titleOf(stands, 'VID_20240518_103344.wav')).toBe('Recording, 18 May 2024');
    const leans = 'They had never seen the mill without its wheel.';
    expect(await titleOf(leans, 'IMG_2043.wav')).toBe('Recording IMG_2043');
  });
});

describe('on-screen text', () => {
  itReads('of slides is their headings, not page numbers, times, addresses and banners', async () => {
    const style = `fontfile=${locate('fonts')}:fontcolor=black`;
    const text = (words: string, size: number, y: number, between: string) =>
      `drawtext=${style}:fontsize=${size}:x=40:y=${y}:text='${words}':enable='between(t,${between})'`;
    const texts = [
      text('https\\://dunes.example', 24, 4, '0,20'),
      text('Harvest of the dunes', 60, 90, '0,9.9'),
      text('Accept all cookies', 44, 200, '0,9.9'),
      text('page 1', 40, 290, '0,9.9'),
      text('Two kinds of grass', 60, 90, '10,20'),
      text('page 2', 40, 290, '10,20'),
    ];
    const picture = ['-f', 'lavfi', '-i', `color=white:s=800x360:r=4:d=20,${texts.join(',')}`];
    const film = await make([...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '8'], 'mp4');
    const { title, summary, chapters } = await described(film, 'export(2).mp4');
    expect(title).toBe('Harvest of the dunes');
    expect(summary).toContain('“Two kinds of grass”');
    expect(JSON.stringify([summary, chapters])).not.toMatch(/page|example|cookies/);
  });
});

describe('what was recognised', () => {
  const line = (text: string, start: number, confidence: number) => ({
    text,
    start,
    end: start + 4,
    confidence,
  });
  const sure = line('The ferry brings the mail to the island.', 5, 0.9);
  const unsure = line('The fairy bins the male of the eye land and the lighthouse keeper.', 0, 0.7);
  const whole = { start: 0, end: 20, texts: [], tag: null };

  always('is quoted only if it is sure', () => {
    const digest = digestOf({ ...whole, speech: [unsure, sure] });
    expect(digest.spare).toBe('The ferry brings the mail to the island');
    expect(digest.summary.map(({ text }) => text)).toEqual([sure.text]);
  });

  always('gives neither title nor quotes where nothing is sure, and the summary says so', () => {
    expect(digestOf({ ...whole, speech: [unsure] })).toMatchObject({
      summary: [{ text: 'Speech that is not clear enough to be quoted.' }],
    });
    expect(digestOf({ ...whole, speech: [unsure] })).not.toHaveProperty('title');
  });

  it('is not in the summary of a search result unless it is sure', async () => {
    const said = ['The ferry brings the mail to the island.', 'The lighthouse has a new lamp.'];
    const { file_id } = await described(await makeAudio(8), 'ferry.wav', { subtitles: subtitles(said) });
    const lines = service.context.db.updateTable('modality_lines').where('file_id', '=', file_id);
    await lines.set({ confidence: 0.7 }).where('start_time', '=', 4).execute();
    const asked = { query: 'ferry mail', scope: 'file', collections: [collection] };
    const { body } = await service.call('POST', '/search', asked);
    const [first] = (body as unknown as { results: { summary: string }[] }).results;
    expect(first?.summary).toBe('[0:00:00] “The ferry brings the mail to the island.”');
  });
});
