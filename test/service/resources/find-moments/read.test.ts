import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addRecording, foundIn } from '../moments/support.ts';

const it = needs('ffmpeg');
let service: TestService;
let url: string;
beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged', vectorWaitMs: 60_000 });
  const film = await addRecording(service, [
    [1, 5, 'Ada', 'Good morning, Hollow Lane kennels, Priya speaking.'],
    [6, 10, 'Ben', 'What does a night cost for our dog?'],
    [11, 15, 'Ada', 'Forty, and two more for the little one.'],
    [16, 20, 'Ben', 'Does he get on with the others?'],
    [21, 25, 'Ada', 'Mostly, but last summer he bit the postman.'],
    [26, 30, 'Ben', 'We are not coming in July any more, my wife changed her mind, it is September now.'],
    [31, 35, 'Ada', 'The ferry runs until October.'],
  ]);
  url = `vau://files/${film}`;
  await service.drain();
});
afterAll(() => service.close());

const found = async (name: string, instructions: string) =>
  (await foundIn(service, url, name, instructions)).ranges;

describe('a criterion that no cue is known for, in other words than the recording', () => {
  it('is met by the line that does it', async () => {
    expect(await found('bitten', 'A dog bites a person, or has bitten one before.')).toEqual([[21, 25]]);
    const changed = 'Somebody gives up the dates that were agreed and names others.';
    expect(await found('dates_changed', changed)).toEqual([[26, 30]]);
  });

  it('is met by none where nothing does it', async () => {
    expect(await found('recipe', 'An ingredient of a dish is named with its quantity.')).toEqual([]);
  });
});
