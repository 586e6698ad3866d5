import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAudio } from '../../../support/film.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { extracted } from './media.ts';

/** A talk about a flat, as people say such things; nobody names an agent or next year's rent. */
const VIEWING = [
  ['Ms Okafor', 'Come in, this is the flat, on the third floor, with two bedrooms and a balcony.'],
  ['Jonas Reed', 'Thanks. How much is the rent?'],
  ['Ms Okafor', "It's 1,150 euros a month, and the deposit is 2,300 euros."],
  ['Jonas Reed', 'Can I bring my dog?'],
  ['Ms Okafor', "No, I'm afraid pets are not allowed here."],
  ['Jonas Reed', 'And when could I move in?'],
  ['Ms Okafor', 'You could move in on Tuesday, no, Wednesday, because the painters need a day.'],
  ['Jonas Reed', 'Is the heating gas or electric?'],
  ['Ms Okafor', 'The heating is electric, and the parking space is included in the rent.'],
  ['Jonas Reed', 'How long do I have to give notice?'],
  ['Ms Okafor', 'The notice period is three months. My name is Grace Okafor, by the way.'],
  ['Jonas Reed', 'The kitchen weighs on my mind a little, it looks as if it were from 2027.'],
];

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['sidecar'] } });
  url = await upload(VIEWING, 'viewing.wav');
});
afterAll(() => service.close());

async function upload(talk: readonly (readonly string[])[], name: string): Promise<string> {
  const two = (value: number) => String(value).padStart(2, '0');
  const cues = talk.map(
    ([speaker, said], at) =>
      `00:00:${two(at * 2)}.000 --> 00:00:${two(at * 2 + 2)}.000\n<v ${speaker}>${said}\n`,
  );
  const subtitles = new Blob([`WEBVTT\n\n${cues.join('\n')}`]);
  return (await service.upload(await makeAudio(talk.length * 2), name, { subtitles })).body.uri;
}

/** The job with a schema over the whole of a file. */
function asked(properties: object, of = url) {
  const schema = { type: 'object', properties };
  const whole = { enable_video_level_entities: true, enable_segment_level_entities: false };
  return extracted(service, { url: of, schema, ...whole });
}

describe('a field asks the file', () => {
  it.each<[string, object, object]>([
    ['a price among two, by what is asked for', { monthly_rent: number }, { monthly_rent: 1150 }],
    ['the other price', { deposit_eur: number }, { deposit_eur: 2300 }],
    ['a number by what it counts', { number_of_bedrooms: integer }, { number_of_bedrooms: 2 }],
    ['a length of time in its unit', { notice_period_months: integer }, { notice_period_months: 3 }],
    ['no, where no was answered', { pets_allowed: boolean }, { pets_allowed: false }],
    ['yes, where it was said', { parking_included: boolean }, { parking_included: true }],
    [
      'one of an enum, by what is said',
      { heating_type: { enum: ['gas', 'oil', 'electric'] } },
      { heating_type: 'electric' },
    ],
    ['what was corrected, as it was corrected', { move_in_day: text }, { move_in_day: 'Wednesday' }],
  ])('%s', async (_, properties, expected) => {
    const job = await asked(properties);
    expect(job.status, job.error).toBe('completed');
    expect(job.data?.entities).toEqual(expected);
  });

  it('no, where the opposite was said', async () => {
    const url = await upload(
      [
        ['Mr Hale', 'Good morning, everybody, let us go through the list.'],
        ['Ms Brandt', 'Was the extension of the garage approved?'],
        ['Mr Hale', 'They turned it down last week, because of the trees.'],
        ['Ms Brandt', 'What a pity, I had hoped for some shade.'],
      ],
      'list.wav',
    );
    expect((await asked({ extension_approved: boolean }, url)).data?.entities).toEqual({
      extension_approved: false,
    });
  });

  it('quotes where each value was said, with its second', async () => {
    const { data } = await asked({ monthly_rent: number, pets_allowed: boolean });
    expect(data?.evidence).toMatchObject([
      { path: 'monthly_rent', quote: VIEWING[2]?.[1], source: 'speech', value: 1150 },
      { path: 'pets_allowed', quote: VIEWING[4]?.[1], source: 'speech' },
    ]);
    for (const { start_time: start = 0, path } of data?.evidence ?? [])
      expect(Math.floor(start / 2), path).toBe(path === 'monthly_rent' ? 2 : 4);
  });

  it('gets nothing of another kind, and nothing that was not said', async () => {
    const properties = {
      budget_of_next_year: number,
      agent_phone: text,
      landlord_email: { ...text, format: 'email' },
      build_cost: number,
      weight_of_kitchen_kg: number,
      insurance_company: text,
      inspection_passed: boolean,
    };
    expect((await asked(properties)).data?.entities).toEqual({});
  });

  it('gets none of two values that are equally likely, and names both', async () => {
    const url = await upload(
      [
        ['Ann', 'Welcome to the club, everybody.'],
        ['Ann', 'The entry fee is 40 euros or 60 euros, nobody knows yet.'],
        ['Ben', 'Thank you, Ann, and good evening.'],
      ],
      'club.wav',
    );
    const { data } = await asked({ entry_fee: number }, url);
    expect(data?.entities).toEqual({});
    expect(data?.warnings).toEqual(['entry_fee: left out, because 2 are mentioned: 40; 60']);
  });

  it('answers in every segment from its own lines', async () => {
    const schema = { type: 'object', properties: { monthly_rent: number, pets_allowed: boolean } };
    const cut = { strategy: 'uniform', uniform_config: { window_seconds: 8, overlap_seconds: 0 } };
    const job = await extracted(service, { url, schema, segmentation_config: cut });
    expect(job.status, job.error).toBe('completed');
    const found = job.data?.segment_entities?.map(({ entities }) => entities);
    expect(found?.[0]).toEqual({ monthly_rent: 1150 });
    expect(found?.[1]).toEqual({ pets_allowed: false });
    expect(found?.[2]).toEqual({});
  });
});

describe('without a text encoder', () => {
  let words: TestService;
  beforeAll(async () => {
    words = await openTestService({ speech: { providers: ['sidecar'] }, embeddings: 'off' });
  });
  afterAll(() => words.close());

  it('words alone decide, and the job says so', async () => {
    const lines = VIEWING.map(
      ([, said], at) =>
        `00:00:${String(at * 2).padStart(2, '0')}.000 --> 00:00:${String(at * 2 + 2).padStart(2, '0')}.000\n${said}\n`,
    );
    const subtitles = new Blob([`WEBVTT\n\n${lines.join('\n')}`]);
    const own = (await words.upload(await makeAudio(24), 'viewing.wav', { subtitles })).body.uri;
    const schema = { type: 'object', properties: { deposit: number, pets_allowed: boolean } };
    const whole = { enable_video_level_entities: true, enable_segment_level_entities: false };
    const job = await extracted(words, { url: own, schema, ...whole });
    expect(job.data?.entities).toEqual({ deposit: 2300, pets_allowed: false });
    expect(job.data?.providers?.entities).toMatch(/fields were looked for by words alone/);
  });
});
