import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { digestOf, summarizeSegment } from '../../../../src/service/understanding/rules/digest/index.ts';
import { whatWasSeen } from '../../../../src/service/understanding/rules/digest/seen.ts';
import { tellingRead } from '../../../../src/service/understanding/rules/digest/telling.ts';
import { titleCard } from '../../../../src/service/understanding/rules/digest/title.ts';
import { structureOf } from '../../../../src/service/understanding/rules/structure/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { locate, needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);

/** What is said, a sentence every four seconds; the last two cross the border of two segments (20 seconds each). */
const SAID = [
  'Morning everyone, grab a coffee and find a seat.',
  'Today we are opening the second beehive to look for the queen.',
  'Why does the smoke calm the bees?',
  'It makes them believe that the forest is on fire.',
  'The peanut shaped cells at the edge mean that the bees want to swarm.',
  'Yes.',
  'We take three frames and the old queen to a new colony at the orchard.',
  'Yes.',
  'Put the frame back before the brood gets cold.',
  'Then close the beehive and write the date on the lid.',
];

const stamp = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},000`;
const SUBTITLES = SAID.map(
  (text, at) => `${at + 1}\n${stamp(at * 4 + 1)} --> ${stamp(at * 4 + 5)}\n${text}\n`,
).join('\n');

let service: TestService;
let collection: string;
let film: MediaDescription;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vau-digest-'));
  service = await openTestService({ speech: { providers: ['sidecar'] } });
  const sent = { name: 'bees', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', sent)).body.id;
  film = await described(await makeAudio(42), 'recording-0007.wav');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function described(media: Buffer, name: string, fields: object = {}): Promise<MediaDescription> {
  const subtitles = new Blob([SUBTITLES]);
  const { body } = await service.upload(media, name, { subtitles, ...fields });
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  await service.drain();
  const where = `/collections/${collection}/videos/${body.id}/media-descriptions?include_chapters=true`;
  const answer = await service.call('GET', where);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as MediaDescription;
}

/** The times and words of a summary's quotes. */
const quotesIn = (text = '') =>
  [...text.matchAll(/\[0:00:(\d\d)\] “([^”]+)”/g)].map(([, second, quote]) => ({
    second: Number(second),
    quote,
  }));

/** A digest of sentences of one speaker, four seconds each. */
function digestOfSaid(said: readonly string[]) {
  const speech = said.map((text, at) => ({ text, start: at * 4, end: at * 4 + 4, speaker: 'Ann' }));
  return digestOf({ start: 0, end: said.length * 4, speech, texts: [], tag: null });
}

describe('the digest of a file', () => {
  it('has the most telling sentence as title, not the greeting and not the name of the file', () => {
    expect(film.title).toBe('Opening the second beehive to look for the queen');
  });

  it('quotes a sentence with the one that says what its it or them stands for', () => {
    const { summary } = digestOfSaid([
      'Good evening, can everyone hear me?',
      'The lost keys of the boat shed were found in the van on Tuesday.',
      'We agreed to keep them on a hook by the door from now on.',
      'Rain is forecast.',
      'Paint for the hull costs ninety pounds a tin this year.',
      'I asked Tom whether he would still paint the whole hull in May.',
    ]);
    expect(summary.map(({ text, start, end }) => [text, start, end])).toEqual([
      [
        'The lost keys of the boat shed were found in the van on Tuesday. We agreed to keep them on a hook by the door from now on.',
        4,
        12,
      ],
      ['Paint for the hull costs ninety pounds a tin this year.', 16, 20],
      ['I asked Tom whether he would still paint the whole hull in May.', 20, 24],
    ]);
  });

  it('quotes what refers to another speaker, or to what was heard badly, by itself', () => {
    const said = [
      'The keys of the old boat shed were lost again.',
      'We agreed to keep them on a hook by the door.',
    ];
    const speech = said.map((text, at) => ({ text, start: at * 4, end: at * 4 + 4, speaker: 'Ann' }));
    const source = { start: 0, end: 8, texts: [], tag: null };
    const quoted = (change: object) => {
      const [first = { text: '', start: 0, end: 0 }, ...rest] = speech;
      const { summary } = digestOf({ ...source, speech: [{ ...first, ...change }, ...rest] });
      return summary.map(({ text }) => text);
    };
    expect(quoted({})).toEqual([said.join(' ')]);
    expect(quoted({ speaker: 'Bob' })).toEqual(said);
    expect(quoted({ confidence: 0.1 })).toEqual(said.slice(1));
  });

  it('quotes sentences that were said, each with its second, in order and from different parts', () => {
    const quotes = quotesIn(film.summary);
    expect(quotes).toHaveLength(3);
    for (const { second, quote } of quotes) expect(SAID[(second - 1) / 4]).toBe(quote);
    const seconds = quotes.map(({ second }) => second);
    expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other));
    expect(new Set(seconds.map((second) => Math.floor(second / 14))).size).toBe(3);
  });

  it('quotes no sentence in two neighbouring segments', () => {
    const summaries = film.segment_summary?.map(({ summary }) => summary) ?? [];
    expect(summaries.length).toBeGreaterThan(1);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('quotes a sentence that comes back in the next segment only once', async () => {
    const again = 'We take three frames and the old queen of the bees to a new colony at the orchard.';
    const lines = [
      [2, again],
      [9, 'Put the frame back before it is cold.'],
      [22, again],
      [29, 'Then close the lid of the hive.'],
    ] as const;
    const cues = lines.map(
      ([at, text], index) => `${index + 1}\n${stamp(at)} --> ${stamp(at + 4)}\n${text}\n`,
    );
    const subtitles = new Blob([cues.join('\n')]);
    const { segment_summary = [] } = await described(await makeAudio(39), 'again.wav', { subtitles });
    expect(segment_summary.map(({ summary }) => summary.includes('new colony'))).toEqual([true, false]);
    expect(segment_summary[1]?.summary).toContain('close the lid');
  });

  it('titles each chapter with its own words', () => {
    expect(film.chapters?.length).toBeGreaterThan(0);
    for (const { title = '', start_time, end_time } of film.chapters ?? []) {
      const words = title.replace(/…$/, '').toLowerCase();
      const at = SAID.findIndex((text) => text.toLowerCase().includes(words));
      expect(at * 4 + 5).toBeGreaterThan(start_time);
      expect(at * 4 + 1).toBeLessThan(end_time);
    }
  });

  it('keeps to the requested window and modalities', async () => {
    const where = `/collections/${collection}/videos/${film.file_id}/media-descriptions`;
    const late = await service.call('GET', `${where}?start_time_seconds=20`);
    const quotes = quotesIn((late.body as unknown as MediaDescription).summary);
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.every(({ second }) => second >= 16)).toBe(true);
    const deaf = await service.call('GET', `${where}?modalities=scene_text`);
    expect(deaf.body).not.toHaveProperty('summary');
  });

  it('takes the title that a user gave, and else the one that the media has', async () => {
    const tagged = path.join(folder, 'tagged.flac');
    await run(locate('ffmpeg'), [
      ...[
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        'anoisesrc=d=42:a=0.01:r=8000',
        '-metadata',
        'title=Bees in May',
      ],
      tagged,
    ]);
    const media = await readFile(tagged);
    expect((await described(media, 'a.flac')).title).toBe('Bees in May');
    expect((await described(media, 'second_beehive_queen.flac')).title).toBe('Bees in May');
    const metadata = JSON.stringify({ title: 'Our bees' });
    expect((await described(media, 'b.flac', { metadata })).title).toBe('Our bees');
  });

  it('takes a name that the words confirm before a sentence of them, and no other', async () => {
    const titleOf = async (name: string) => (await described(await makeAudio(42), name)).title;
    expect(await titleOf('beehive_checks_queen_v2.wav')).toBe('Beehive checks queen');
    expect(await titleOf('garden_club_monday.wav')).toBe('Opening the second beehive to look for the queen');
  });

  it.each([
    ["Today we're turning the heel, which everybody is scared of, and I don't know why.", 'Turning the heel'],
    ['It was lovely without me, so today we talk about night trains.', 'Night trains'],
    ["The kettle is on, so to-day we're talking about the old dye works, as you know.", 'The old dye works'],
  ])('has the subject alone of "%s" as title', (opening, title) => {
    const more = [
      'You slip the first one and purl the rest of the row.',
      'Thirty rows make a little square.',
    ];
    expect(digestOfSaid([opening, ...more]).title).toBe(title);
  });
});

describe('a meeting', () => {
  const said = [
    'Hello everybody, it is ten past six.',
    'The first point is the broken heating of the hall.',
    'The plumber asks for three thousand euros and comes in October.',
    'It has been cold in there since January, and two groups have left us.',
    'Then we take the offer of the plumber.',
    'Second, the summer party.',
    'The band costs four hundred euros, and the meadow belongs to the farmer.',
    'They played for us in the year of the flood as well.',
    'We agreed that the party is on the third of July.',
    'Thank you all, and get home safely.',
  ];
  const cues = said.map((text, at) => `${at + 1}\n${stamp(at * 4 + 1)} --> ${stamp(at * 4 + 5)}\n${text}\n`);
  let meeting: MediaDescription;
  beforeAll(async () => {
    const subtitles = new Blob([cues.join('\n')]);
    meeting = await described(await makeAudio(43), 'council_2024-03-05.wav', { subtitles });
  });

  it('has its name and day as title, not the greeting', () => {
    expect(meeting.title).toBe('Council, 5 March 2024');
  });

  it('is summed up by what was decided, not by its courtesies', () => {
    const quotes = quotesIn(meeting.summary).map(({ quote }) => quote);
    expect(quotes).toContain('Then we take the offer of the plumber.');
    expect(quotes).toContain('We agreed that the party is on the third of July.');
    expect(quotes.some((quote) => /^(?:Hello|Thank|It|They)/.test(quote ?? ''))).toBe(false);
  });

  it('has a chapter for each point, titled by what the speaker names', () => {
    expect(meeting.chapters?.map(({ title }) => title)).toEqual([
      'The broken heating of the hall',
      'The summer party',
    ]);
    expect(meeting.chapters?.[1]?.start_time).toBeCloseTo(21, 0);
  });
});

describe('a talk that names its parts', () => {
  const SECONDS = 5;
  /** What a talk of a sentence every five seconds gives, with the titles of its chapters. */
  function toldOf(said: readonly string[], confidence?: number) {
    const speech = said.map((text, at) => ({
      ...{ text, start: at * SECONDS, end: at * SECONDS + 4 },
      ...(confidence !== undefined && { confidence }),
    }));
    const lines = { speech, scene_text: [], visual_scene_description: [], audio_description: [] };
    const facts = { duration: said.length * SECONDS, title: null, marks: [] };
    const { chapters, digest } = structureOf({ lines, reports: [] }, facts);
    return {
      titles: chapters.map(({ title }) => title),
      quotes: chapters.map(({ description }) => description.slice(1, -1)),
      summary: digest?.summary.map(({ text }) => text) ?? [],
    };
  }

  const CLUB = [
    'Good evening all, thank you for coming.',
    "Ruth can't make it, she's at her sister's.",
    "Sorry I'm late, the bus broke down in Kelso.",
    'So, first up, the boathouse roof.',
    'Water comes in above the racks, and two of the boats have damp riggers.',
    'A roofer wants two thousand eight hundred for new felt.',
    "That's everybody, carried.",
    'Moving on to the junior squad.',
    'There are nineteen children now and only two coaches on the river.',
    'How long has that been so?',
    'Nobody knows who counted them.',
    'Right, next, this is what Tim came for, I think, the regatta in June.',
    'The date clashes with Durham, so half of the crews are away.',
    'Okay, then we move the regatta to the twenty first of June.',
    'The harbour master keeps the river free for it.',
  ];

  it('has them as titles of its chapters, and none where only absentees and greetings are', () => {
    expect(toldOf(CLUB).titles).toEqual([
      undefined,
      'The boathouse roof',
      'The junior squad',
      'The regatta in June',
    ]);
  });

  it('has titles without the words that only lead to a name', () => {
    const { titles } = toldOf([
      ...['Come closer, please.', 'Linen was woven in this house until the war.'],
      'The looms stood where the books are now, forty of them.',
      ...['Right, follow me, mind the step.', 'This is the dye room, eighteen twelve.'],
      ...['The vats are copper, and the red came from madder.', 'Nobody here lived past fifty.'],
      ...['And the last stop on our tour is the boiler house.', 'It burned six tons of coal a day.'],
      'The chimney is the tallest in the valley.',
    ]);
    expect(titles.slice(1)).toEqual(['The dye room, eighteen twelve', 'The boiler house']);
  });

  it('quotes votes and decisions, not the names of its parts', () => {
    const { summary, quotes } = toldOf(CLUB);
    const decided = 'Okay, then we move the regatta to the twenty first of June.';
    expect(quotes.at(-1)).toBe(decided);
    expect([...summary, ...quotes]).toContain("That's everybody, carried.");
    expect(summary).toContain(decided);
    const names = /first up|Moving on|Right, next|can't make it|Sorry|How long/;
    expect([...summary, ...quotes.slice(1)].filter((quote) => names.test(quote))).toEqual([]);
  });

  it('quotes what was agreed, not the offer that was refused', () => {
    const { summary } = toldOf([
      'Castle Street Dental, Maria speaking.',
      'A big corner of a tooth at the back has come off.',
      'We have a free appointment on Tuesday at nine with Doctor Hale.',
      "No, I can't do mornings, I drive the school bus to Kelso.",
      'Lovely, so I have you down for Wednesday at ten past two.',
      "Hang on, that's my phone on the kitchen table, sorry.",
    ]);
    expect(summary).toContain('Lovely, so I have you down for Wednesday at ten past two.');
    expect(summary.join(' ')).not.toMatch(/Tuesday|phone/);
  });

  it.each([
    ['an aside', "Hang on, my dog has the cable of the pump, it's embarrassing."],
    ['who is away', 'Farmer Reid is on holiday, and the miller is off sick.'],
    ['about the recording', 'Say your name and your village for the level.'],
    ['taken back', 'The mill at Kelso, sorry, no, at Duns was sold.'],
    ['about sound', 'Your microphone is a bit quiet today.'],
  ])('is not titled by what is %s', (_, text) => {
    expect(toldOf([text, 'Grain was ground here until the flood of the valley.']).titles).toEqual([
      'Grain was ground here until the flood of the valley',
    ]);
  });

  it('has a title without the beginning of what is no more in it', () => {
    const { titles } = toldOf([
      'The mill grinds oats and barley for the whole valley, so, people bring their grain from as far away as Kelso and Duns.',
    ]);
    expect(titles).toEqual(['The mill grinds oats and barley for the whole valley']);
    expect(toldOf(['The mill grinds oats for the valley, like, and.']).titles).toEqual([
      'The mill grinds oats for the valley',
    ]);
  });

  it('quotes a clean line instead of a less sure one that says as much', () => {
    const line = (text: string, at: number, confidence: number) => ({
      ...{ modality: 'speech', text, confidence },
      ...{ start: at * SECONDS, end: at * SECONDS + 4 },
    });
    const unsure = line('Turn both taps slowly, and wash the needle well.', 0, 0.82);
    const sure = line('Stop when the needle reaches one.', 1, 0.95);
    expect(summarizeSegment([unsure, sure])).toContain('Stop');
    expect(summarizeSegment([{ ...unsure, confidence: 0.94 }, sure])).toContain('Turn');
  });
});

describe('a title card', () => {
  const shown = (text: string, start: number, end: number, height: number) => ({
    text,
    start,
    end,
    time: start,
    words: [{ text, confidence: 90, box: { left: 0, top: 0, width: 0.5, height } }],
  });
  const whole = { start: 0, end: 300 };
  const card = shown('THE SECOND HIVE', 2, 5, 0.12);

  it('is the largest text of the opening', () => {
    expect(titleCard([shown('a film by Ada Berg', 1, 5, 0.06), card], whole)).toBe('THE SECOND HIVE');
  });

  it.each([
    ['late', [shown('THE SECOND HIVE', 40, 45, 0.12)]],
    ['small', [shown('THE SECOND HIVE', 2, 5, 0.03)]],
    ['there all the time', [shown('THE SECOND HIVE', 2, 290, 0.12)]],
    ['a number', [shown('12 : 04 : 2026 18:00', 2, 5, 0.12)]],
    ['one word', [shown('LIVE', 2, 5, 0.12)]],
  ])('is none if it is %s', (_, texts) => expect(titleCard(texts, whole)).toBeUndefined());
});

it('pictures without words and objects are described by what they look like most of the time', () => {
  const line = (text: string, start: number, end: number) => ({ text, start, end });
  const scenes = [
    line('Evenly lit picture, mostly green and black, still. A shot of 6 seconds.', 0, 6),
    line('Dark picture, mostly blue, still. A shot of 4 seconds.', 6, 10),
    line('Evenly lit picture, mostly grey, green and white, still. A shot of 8 seconds.', 10, 18),
    line('Evenly lit picture, still. A shot of 1 seconds.', 18, 19),
  ];
  expect(whatWasSeen(scenes)?.text).toBe('Evenly lit pictures, mostly green, grey and white.');
  expect(whatWasSeen(scenes.slice(0, 1))?.text).toBe('Evenly lit picture, mostly green and black, still.');
});

it('the title card of a film is its title, and is not quoted in its summary once more', () => {
  const card = (text: string, start: number) => ({
    ...{ text, start, end: start + 5, time: start },
    words: [{ text, confidence: 90, box: { left: 0, top: 0.3, width: 0.5, height: 0.12 } }],
  });
  const speech = [{ text: 'The mill has stood without a wheel since the flood.', start: 20, end: 25 }];
  const texts = [card('THE SECOND HIVE', 2), card('Bees in winter', 60)];
  const { title, summary } = digestOf({ start: 0, end: 300, speech, texts, tag: null });
  expect(title).toBe('THE SECOND HIVE');
  expect(summary.map(({ text }) => text)).toEqual([speech[0]?.text, 'Bees in winter']);
});

describe('the title of pictures without words', () => {
  const line = (text: string) => ({ text, start: 0, end: 10 });
  it.each([
    [
      'a street',
      ['car (seen, 0.61, 4 at once)', 'person (seen, 0.52, 2 at once)', 'Bright picture, mostly grey.'],
      'Street with cars and people, day',
    ],
    [
      'a street with one of each',
      ['bus (seen, 0.71)', 'bicycle (seen, 0.48)', 'Very dark picture, mostly black.'],
      'Street with a bus and a bicycle, night',
    ],
    ['one car, which may stand anywhere', ['car (seen, 0.61)', 'Dark picture.'], 'Car'],
    ['people, who may be indoors', ['person (seen, 0.66, 3 at once)', 'Bright picture.'], 'People'],
    ['sheep', ['sheep (seen, 0.80, 9 at once)', 'Evenly lit picture.'], 'Sheep, day'],
    ['an animal that may be another', ['bear (seen, 0.56)', 'Evenly lit picture.'], undefined],
  ])('is that of %s', (_, lines, title) => {
    expect(whatWasSeen(lines.map(line))?.title).toBe(title);
  });
});

describe('on-screen text at the place of a counter', () => {
  const line = (text: string, time: number, top: number) => ({
    text,
    time,
    start: time,
    end: time + 1,
    words: [{ text, confidence: 90, box: { left: 0.1, top, width: 0.3, height: 0.08 } }],
  });
  const slide = [line('Harbour', 0, 0.3), line('Moorings', 9, 0.3)];

  it.each([
    ['a time code', ['00:00:11.200', '00:00:12', 'TCR 00:01:02']],
    ['a clock', ['10:02', '10:03']],
    ['a frame counter', ['56', '57', '5B']],
  ])('is a scrap of it: %s', (_, numbers) => {
    const counter = numbers.map((text, at) => line(text, at, 0.7));
    const told = tellingRead([...slide, ...counter, line('as', 5, 0.7)]);
    expect(told.map(({ text }) => text)).toEqual(['Harbour', 'Moorings']);
  });
});
