/** A small part of the hostile corpus, through the probe; test/faults/corpus.long.test.ts sends all of it to the service. */
import { writeFile } from 'node:fs/promises';
import { afterAll, expect } from 'vitest';
import { isDisturbed, MediaError, probe } from '../../src/media/index.ts';
import { FEWEST, hostileMedia, isClear, picked } from '../support/corpus/index.ts';
import { openLure } from '../support/corpus/lure.ts';
import { needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { tempFolder, ways } from './support.ts';

const { at, drop } = await tempFolder();
afterAll(drop);

/** What is wrong with the way it ends; undefined if all is well. */
async function wrongWith(file: string, program: (typeof ways)[number][1]): Promise<string | undefined> {
  try {
    const { streams, duration_seconds: seconds } = await probe(file, { ffmpeg: program });
    const isSane = streams.length > 0 && (seconds === null || (seconds > 0 && Number.isFinite(seconds)));
    return isSane ? undefined : `${streams.length} streams, ${seconds} seconds`;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^[^:]*: /, '') : '';
    const isOfFile = error instanceof MediaError && !isDisturbed(error);
    return isOfFile && isClear(reason) ? undefined : String(error);
  }
}

needs('ffmpeg')(
  '[SAFE-2] forty hostile media are probed or refused with a reason, and lead nowhere',
  async () => {
    const lure = await openLure();
    const all = await hostileMedia(2, lure, [...FEWEST, 'avc', 'pcm']);
    const found: string[] = [];
    for (const [index, { name, bytes }] of picked(all, 40, seeded(2)).entries()) {
      const file = at(`${index}-${name}`.slice(-100));
      await writeFile(file, bytes);
      const [way, program] = ways[index % ways.length] ?? ['', undefined];
      const wrong = program && (await wrongWith(file, program));
      if (wrong) found.push(`${name} ${way}: ${wrong}`);
    }
    expect(found).toEqual([]);
    expect(await lure.touched()).toEqual([]);
    await lure.close();
  },
);
