import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ExtractJob } from '../../../../src/contract/index.ts';
import { needs } from '../../../support/programs.ts';
import type { TestService } from '../../../support/service.ts';
import { extracted, openWithFilm } from './media.ts';

const it = needs('ffmpeg', 'fonts');
let service: TestService;
let uri: string;
beforeAll(async () => {
  ({ service, uri } = await openWithFilm());
});
afterAll(() => service.close());

const WHOLE = { enable_video_level_entities: true, enable_segment_level_entities: false };
const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** A job over the film with that schema. */
async function filled(properties: object, required: string[] = []): Promise<ExtractJob> {
  const schema = { type: 'object', properties, required };
  const job = await extracted(service, { url: uri, schema, ...WHOLE, enable_transcript_mode: true });
  expect(job.status, job.error).toBe('completed');
  return job;
}

/** The result of a job over the film with that schema. */
const filledWith = async (properties: object, required: string[] = []) =>
  (await filled(properties, required)).data?.entities;

describe('a schema without a language model', () => {
  it.each<[string, object, object]>([
    ['a list by its name', { companies: texts }, { companies: ['Acme Corporation'] }],
    ['a text by its name', { city: text }, { city: 'Berlin' }],
    ['a text by its description', { where: { ...text, description: 'the place' } }, { where: 'Berlin' }],
    [
      'names in camelCase',
      { peopleMentioned: texts },
      { peopleMentioned: ['Ada Byron', 'Maria Lopez', 'Ben'] },
    ],
    ['speakers by their voice tags', { speakers: texts }, { speakers: ['Ada Byron', 'Ben'] }],
    [
      'format date',
      { days: { type: 'array', items: { ...text, format: 'date' } } },
      { days: ['2024-03-03', '2026-03-03'] },
    ],
    ['format email', { contact: { ...text, format: 'email' } }, { contact: 'maria@example.com' }],
    ['format phone', { call: { ...text, format: 'phone' } }, { call: '+12127365000' }],
    ['a number by what it counts', { price: { type: 'number' } }, { price: 4500.5 }],
    ['a number by its unit', { weight_kg: { type: 'integer' } }, { weight_kg: 12 }],
    ['a quantity of the right dimension', { weight: text, duration: text }, { weight: '12 kilograms' }],
    ['a percentage', { increase_percent: { type: 'number' } }, { increase_percent: 15 }],
    [
      'the enum value that is mentioned',
      { status: { enum: ['done', 'in_progress'] } },
      { status: 'in_progress' },
    ],
    [
      'all enum values that are mentioned',
      { goods: { type: 'array', items: { enum: ['steel', 'wood', 'ferries'] } } },
      { goods: ['ferries', 'steel'] },
    ],
    [
      'nested objects',
      { visit: { type: 'object', properties: { city: text, company: text } } },
      { visit: { city: 'Berlin', company: 'Acme Corporation' } },
    ],
  ])('fills %s', async (_, properties, expected) => {
    expect(await filledWith(properties)).toEqual(expected);
  });

  it('builds an object for each thing of a list, from its mention', async () => {
    const properties = {
      name: text,
      quote: text,
      start_time: { type: 'number' },
      speaker: text,
      mentions: { type: 'integer' },
      role: text,
      known: { type: 'boolean' },
      label: { enum: ['friend', 'stranger'] },
    };
    const job = await filled({ people: { type: 'array', items: { type: 'object', properties } } });
    expect(job.data?.entities?.people).toContainEqual({
      name: 'Maria Lopez',
      quote: 'Maria Lopez from Acme Corporation visited Berlin on 3 March 2024.',
      start_time: 1,
      speaker: 'Ada Byron',
      mentions: 2,
    });
    expect(job.data?.warnings?.join()).toMatch(/people\[\]\.role, people\[\]\.known, people\[\]\.label/);
    const amounts = { type: 'object', properties: { amount: { type: 'number' }, currency: text, text } };
    expect(await filledWith({ prices: { type: 'array', items: amounts } })).toEqual({
      prices: [{ amount: 4500.5, currency: 'USD', text: '$4,500.50' }],
    });
  });

  it('leaves out what the file does not say, names a model, and returns null if requested', async () => {
    const job = await filled(
      {
        summary: text,
        mood: { type: ['string', 'null'] },
        is_happy: { type: 'boolean' },
        count: { type: 'integer' },
        website: text,
        city: text,
      },
      ['summary', 'mood', 'website'],
    );
    expect(job.data?.entities).toEqual({ mood: null, city: 'Berlin' });
    expect(job.data?.providers?.entities).toMatch(/A language model can fill more fields .*language_url URL/);
    expect(job.data?.warnings).toContain('website is required, but nothing about it was heard, read or seen');
  });

  it('guesses neither between numbers nor at incomplete dates', async () => {
    const job = await filled({ percent: { type: 'number' }, meeting: { ...text, format: 'date-time' } });
    expect(job.data?.entities).toEqual({ percent: 15 });
    const said = 'The price was $20, then $30. We met on 3 March, then on 4/5/2024.';
    const subtitles = new Blob([`1\n00:00:01,000 --> 00:00:03,000\n${said}\n`]);
    const { makeAudio } = await import('../../../support/film.ts');
    const sound = (await service.upload(await makeAudio(5), 'two.wav', { subtitles })).body.uri;
    const schema = {
      type: 'object',
      properties: { price: { type: 'number' }, date: { ...text, format: 'date' }, dates: texts },
    };
    const two = await extracted(service, { url: sound, schema, ...WHOLE });
    expect(two.data?.entities).toEqual({ dates: ['3 March', '4/5/2024'] });
    expect(two.data?.warnings).toContain('price: left out, because 2 are mentioned: 20; 30');
    expect(two.data?.providers?.entities).toMatch(/the recording date is unknown/);
  });

  it('[EXT-3] asserts none of several candidates, and names all of them; a range has both ends', async () => {
    const said =
      'Ann opens the fair in Oslo, from 3 March to 5 March 2024. It lasts two hours. Tickets cost 10 to 15 dollars. Ben came from Rome; it is open, then closed.';
    const subtitles = new Blob([`1\n00:00:01,000 --> 00:00:03,000\n${said}\n`]);
    const { makeAudio } = await import('../../../support/film.ts');
    const sound = (await service.upload(await makeAudio(5), 'fair.wav', { subtitles })).body.uri;
    const list = (items: object) => ({ type: 'array', items });
    const date = { ...text, format: 'date' };
    const properties = {
      city: text,
      cities: list(text),
      day: date,
      days: list(date),
      date: text,
      price: { type: 'number' },
      prices: list({ type: 'number' }),
      state: { enum: ['open', 'closed'] },
      duration_hours: { type: 'number' },
    };
    const job = await extracted(service, { url: sound, schema: { type: 'object', properties }, ...WHOLE });
    expect(job.data?.entities).toEqual({
      cities: ['Oslo', 'Rome'],
      days: ['2024-03-03', '2024-03-05'],
      date: '3 March to 5 March 2024',
      prices: [10, 15],
      duration_hours: 2,
    });
    expect(job.data?.warnings).toEqual([
      'city: left out, because 2 are mentioned: Oslo; Rome',
      'day: left out, because 2 are mentioned: 2024-03-03; 2024-03-05',
      'price: left out, because 2 are mentioned: 10; 15',
      'state: left out, because 2 are mentioned: open; closed',
    ]);
  });

  it('[EXT-3] has action items with owner and task, or none; companies; both ends of ranges', async () => {
    const lines = [
      '<v Ada Byron>Anna will send the offer to Kestrel Ltd by 3 March 2024.',
      '<v Ada Byron>I will book a room for 5 to 10 people. John fixed the lamp.',
      '<v Ben>Will Anna call them? We should maybe ask. It lasts two hours.',
      '<v Ben>Come between 3 and 4 pm.',
    ];
    const cues = lines.map((line, at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${line}\n`);
    const subtitles = new Blob([`WEBVTT\n\n${cues.join('\n')}`]);
    const { makeAudio } = await import('../../../support/film.ts');
    const url = (await service.upload(await makeAudio(6), 'plan.wav', { subtitles })).body.uri;
    const item = { owner: text, task: text, deadline: text, due_date: { ...text, format: 'date' } };
    const properties = {
      action_items: { type: 'array', items: { type: 'object', properties: { ...item, quote: text } } },
      rows: { type: 'array', items: { type: 'object', properties: item } },
      todos: texts,
      companies: texts,
      times: texts,
      attendees: { type: 'array', items: { type: 'integer' } },
      duration_hours: { type: 'number' },
    };
    const job = await extracted(service, { url, schema: { type: 'object', properties }, ...WHOLE });
    const first = { owner: 'Anna', task: 'send the offer to Kestrel Ltd', deadline: '3 March 2024' };
    const second = { owner: 'Ada Byron', task: 'book a room for 5 to 10 people' };
    expect(job.data?.entities).toEqual({
      action_items: [
        {
          ...first,
          due_date: '2024-03-03',
          quote: 'Anna will send the offer to Kestrel Ltd by 3 March 2024.',
        },
        { ...second, quote: 'I will book a room for 5 to 10 people. John fixed the lamp.' },
      ],
      rows: [{ ...first, due_date: '2024-03-03' }, second],
      todos: [
        'Anna will send the offer to Kestrel Ltd by 3 March 2024',
        'I will book a room for 5 to 10 people',
      ],
      companies: ['Kestrel Ltd'],
      times: ['3 and 4 pm'],
      attendees: [5, 10],
      duration_hours: 2,
    });
  });

  it('quotes every value that it fills in', async () => {
    const job = await filled({
      companies: texts,
      city: text,
      price: { type: 'number' },
      status: { enum: ['in_progress'] },
    });
    const paths = job.data?.evidence?.map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['companies[0]', 'city', 'price', 'status']));
    for (const { quote, source, start_time } of job.data?.evidence ?? []) {
      expect(source).toBe('speech');
      expect(quote.length).toBeGreaterThan(20);
      expect(start_time).toBeGreaterThan(0);
    }
  });

  it('may be an example of the wanted result', async () => {
    const schema = {
      visit: { city: 'string', date: 'date', company: 'constructor' },
      people: ['string'],
      prices: [{ amount: 0, currency: 'USD' }],
      weight_kg: { type: 'integer' },
    };
    const job = await extracted(service, { url: uri, schema, ...WHOLE, enable_transcript_mode: true });
    expect(job.extract_config.schema).toEqual(schema);
    expect(job.data?.entities).toEqual({
      // Two days are mentioned; the visit was on this one.
      visit: { city: 'Berlin', date: '2024-03-03', company: 'Acme Corporation' },
      people: ['Ada Byron', 'Maria Lopez', 'Ben'],
      prices: [{ amount: 4500.5, currency: 'USD' }],
      weight_kg: 12,
    });
    const deep = { a: { b: { c: { d: { e: [{ f: 'string' }] } } } } };
    const answer = await service.call('POST', '/extract', { url: uri, schema: deep });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringMatching(/schema\.a\.b\.c\.d\.e\[0\] is nested too deeply/),
    ]);
  });

  it('with a prompt says that only the schema was used', async () => {
    const schema = { type: 'object', properties: { city: text } };
    const job = await extracted(service, { url: uri, prompt: 'Cities', schema, ...WHOLE });
    expect(job.data?.entities).toEqual({ city: 'Berlin' });
    expect(job.data?.providers?.entities).toMatch(/a prompt needs a language model/);
  });
});

describe('a schema that is not supported', () => {
  const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });
  const deep = (levels: number): object => (levels === 0 ? text : object({ inner: deep(levels - 1) }));

  it.each<[string, unknown, RegExp]>([
    ['no object', { type: 'array', items: text }, /schema\.type must be a JSON Schema of an object/],
    ['no properties', { type: 'object' }, /schema\.properties must be/],
    ['empty properties', object({}), /schema\.properties must be an object that names at least one/],
    [
      'a reference',
      object({ a: { $ref: '#/x' } }),
      /schema\.properties\.a\.\$ref is not supported: references/,
    ],
    [
      'a combination',
      object({ a: { anyOf: [text] } }),
      /schema\.properties\.a\.anyOf is not supported: .*"null"/,
    ],
    [
      'a pattern',
      object({ a: { ...text, pattern: '(a+)+$' } }),
      /schema\.properties\.a\.pattern is not supported/,
    ],
    [
      'an unknown type',
      object({ a: { type: 'date' } }),
      /schema\.properties\.a\.type must be one of object, array/,
    ],
    [
      'two types',
      object({ a: { type: ['string', 'number'] } }),
      /schema\.properties\.a\.type must be one type/,
    ],
    [
      'an unknown format',
      object({ a: { ...text, format: 'ipv4' } }),
      /schema\.properties\.a\.format must be one of date,/,
    ],
    ['an array without items', object({ a: { type: 'array' } }), /schema\.properties\.a\.items must be/],
    [
      'an invalid required',
      object({ a: text }, { required: ['b'] }),
      /schema\.required\[0\] names a property/,
    ],
    ['an empty enum', object({ a: { enum: [] } }), /schema\.properties\.a\.enum must be a list/],
    [
      'objects in an enum',
      object({ a: { enum: [{}] } }),
      /schema\.properties\.a\.enum must contain only text/,
    ],
    [
      'a reserved name',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      /is not a valid property name/,
    ],
    ['a schema nested too deeply', deep(9), /nested too deeply: 6 levels/],
    [
      'too many properties',
      object(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, text]))),
      /p200 is one property too many/,
    ],
    [
      'too large a schema',
      object({ a: { ...text, description: 'x'.repeat(70_000) } }),
      /at most 65536 characters/,
    ],
  ])('is refused, and where: %s', async (_, schema, message) => {
    const job = await service.call('POST', '/extract', { url: uri, schema: schema as object });
    expect([job.status, job.body.error]).toEqual([400, expect.stringMatching(message)]);
    const body = { name: 'x', collection_type: 'entities', extract_config: { schema } };
    const collection = await service.call('POST', '/collections', body);
    expect([collection.status, collection.body.error]).toEqual([400, expect.stringMatching(message)]);
    expect(collection.body.error).toContain('extract_config.schema');
  });
});
