/** Where the moments of the judge that ships begin and end. */
import { afterAll, beforeAll, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addRecording, momentsApi } from '../moments/support.ts';

const it = needs('ffmpeg');
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let url: string;
beforeAll(async () => {
  // Boundaries need no vectors, and the encoder takes long to load.
  service = await openTestService({ embeddings: 'off' });
  api = momentsApi(service);
  const file = await addRecording(service, [
    [2, 5, 'Ada', 'The gulls are loud at this time of the year.'],
    [10, 12, 'Ben', 'Two more men came to the yard.'],
    [12, 14, 'Ada', 'I promise that I will send you the timetable by Friday.'],
    [14, 17, 'Ben', 'The paint is blue.'],
    [25, 28, 'Ben', 'There was fog over the sea.'],
  ]);
  url = `vau://files/${file}`;
  await service.drain();
});
afterAll(() => service.close());

const criterion = { name: 'promise', instructions: 'Somebody promises something, with a deadline.' };

/** Begin and end of each moment that a policy gives. */
async function times(options: object): Promise<unknown> {
  const { job_id } = await api.find({ url, criterion, ...options });
  await service.drain();
  const { status, error, moments = [] } = await api.run(job_id);
  expect(status, error).toBe('completed');
  return moments.map(({ start_time, end_time }) => [start_time, end_time]);
}

it('[ATT-3] tight takes the line alone, sentence whole lines, loose goes to the pauses', async () => {
  expect(await times({ boundary_policy: 'tight', min_duration_seconds: 1 })).toEqual([[12, 14]]);
  expect(await times({ boundary_policy: 'loose', min_duration_seconds: 1 })).toEqual([[7.5, 21]]);
  expect(await times({ boundary_policy: 'sentence', min_duration_seconds: 3 })).toEqual([[12, 17]]);
});

it('[ATT-3] sentence is the default; tight reaches the shortest duration without whole lines', async () => {
  expect(await times({})).toEqual([[12, 17]]);
  expect(await times({ boundary_policy: 'sentence' })).toEqual([[12, 17]]);
  expect(await times({ boundary_policy: 'tight' })).toEqual([[10.5, 15.5]]);
});

it('[ATT-3] loose stays within the longest duration, and another policy is refused', async () => {
  const loose = { boundary_policy: 'loose', min_duration_seconds: 1 };
  expect(await times({ ...loose, max_duration_seconds: 6 })).toEqual([[12, 18]]);
  const body = { url, criterion, boundary_policy: 'wide' };
  const answer = await service.call('POST', '/find-moments', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/boundary_policy.*tight/);
});
