import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAudio } from '../../support/film.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { arabic } from './languages/arabic.ts';
import { chinese } from './languages/chinese.ts';
import { french } from './languages/french.ts';
import { german } from './languages/german.ts';
import { hindi } from './languages/hindi.ts';
import { japanese } from './languages/japanese.ts';
import { korean } from './languages/korean.ts';
import { russian } from './languages/russian.ts';
import { spanish } from './languages/spanish.ts';
import type { Question, Spoken } from './languages/spoken.ts';
import { turkish } from './languages/turkish.ts';

const films: readonly Spoken[] = [
  chinese,
  japanese,
  korean,
  german,
  french,
  spanish,
  russian,
  arabic,
  hindi,
  turkish,
];

/** Seconds of a line, and of a segment. */
const STEP = 5;
const HELD = process.env.VAU_TEST_HELD !== 'hidden';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  const made = await service.call('POST', '/collections', {
    name: 'films in ten languages',
    collection_type: 'rich-transcripts',
    default_segmentation_config: { strategy: 'uniform', uniform_config: { window_seconds: STEP } },
  });
  expect(made.status, made.body.error).toBe(200);
  collection = made.body.id;
  const sound = await makeAudio(STEP * 20);
  for (const film of films) {
    const subtitles = new Blob([srtOf(film.lines)]);
    const { body } = await service.upload(sound, `${film.language}.wav`, { subtitles });
    const added = await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
    expect(added.status, added.body.error).toBe(200);
  }
  await service.drain();
  const { body } = await service.call('GET', `/collections/${collection}/videos`);
  expect(body.data.map((one) => one.status)).toEqual(films.map(() => 'completed'));
});

afterAll(() => service.close());

function srtOf(lines: readonly string[]): string {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
  return lines
    .map((line, at) => `${at + 1}\n${clock(at * STEP + 0.5)} --> ${clock(at * STEP + 4.5)}\n${line}\n`)
    .join('\n');
}

/** Whether one of the first three results is the segment of the line, with the line in its quote. */
async function isFound({ language, lines }: Spoken, [, query, line]: Question): Promise<boolean> {
  const { body } = await service.call('POST', '/search', {
    scope: 'segment',
    collections: [collection],
    query,
    limit: 3,
  });
  const { results } = body as unknown as { results: { filename: string; context?: string }[] };
  return results.some(
    ({ filename, context }) => filename === `${language}.wav` && context?.includes(lines[line] ?? '?'),
  );
}

/** The share of questions whose line is among the first three results, and those whose is not. */
async function hitAt3(
  film: Spoken,
  questions: readonly Question[],
): Promise<{ share: number; missed: string[] }> {
  const missed: string[] = [];
  for (const question of questions) if (!(await isFound(film, question))) missed.push(question.join(' '));
  return { share: (questions.length - missed.length) / questions.length, missed };
}

const of = (kind: Question[0], questions: readonly Question[]) => questions.filter((one) => one[0] === kind);

describe.each(films.map((film) => [film.language, film] as const))('%s', (_, film) => {
  const halves = [['tuned', film.tuned] as const, ...(HELD ? [['held out', film.held] as const] : [])];

  it.each(halves)('finds words that were said, and their other forms (%s)', async (half, questions) => {
    const said = await hitAt3(film, of('said', questions));
    const form = await hitAt3(film, of('form', questions));
    process.stdout.write(
      `${film.language}, ${half}: said ${said.share.toFixed(2)}, forms ${form.share.toFixed(2)} ` +
        `${half === 'tuned' ? [...said.missed, ...form.missed].join(' | ') : ''}\n`,
    );
    expect(said.share, said.missed.join(', ')).toBeGreaterThanOrEqual(0.95);
    expect(form.share, form.missed.join(', ')).toBeGreaterThanOrEqual(0.8);
  });
});
