/** The page of a file that several collections know something of. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from '../search/library.ts';
import { signedIn } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
});
afterAll(() => service.close());

it.each([
  ['media-descriptions', 'rich-transcripts'],
  ['rich-transcripts', 'media-descriptions'],
])('shows what each describes, the last one first: %s, then %s', async (first, last) => {
  const earlier = await makeCollection(service, `${first} first`, first);
  const later = await makeCollection(service, `${last} last`, last);
  const { file_id } = await addFilm(service, earlier, {
    filename: 'film.mp4',
    speech: [{ text: 'An otter swam by.', start: 1 }],
    scene_text: [{ text: 'PIER FOUR', time: 5 }],
  });
  await new Promise((resolve) => setTimeout(resolve, 2));
  await addFilm(
    service,
    later,
    { filename: 'film.mp4', speech: [{ text: 'An otter swims by.', start: 1 }] },
    file_id,
  );
  const { status, text } = await (await signedIn(service)).open(`/files/${file_id}`);
  expect(status).toBe(200);
  expect(text).toContain('An otter swims by.');
  expect(text).not.toContain('An otter swam by.');
  expect(text).toMatch(/Text on screen<\/h2>\s*<ol class="jumps">(.|\n)*PIER FOUR/);
});
