/** A film of one's own, without subtitles, through the built binary: it is heard, found at its second, and shared. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SearchResult } from '../../src/contract/index.ts';
import { narrate } from '../service/understanding/narration.ts';
import { AAC, make } from '../support/film.ts';
import { needsHearing, setUpHearing } from '../support/models/hearing.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';

const hears = await needsHearing();

const SAID = [
  { voice: 'slt', text: 'Welcome to the tour of our bakery on Mill Street', at: 1 },
  { voice: 'rms', text: 'The big oven was built by hand in nineteen twenty four', at: 8.5 },
  { voice: 'awb', text: 'Every morning we sell three hundred loaves of bread', at: 17 },
] as const;

let home: Home;
let film: string;
beforeAll(async () => {
  home = await emptyHome();
  await setUpHearing(home.dataFolder);
  film = path.join(home.folder, 'bakery.mp4');
  const spoken = path.join(home.folder, 'bakery.wav');
  await writeFile(spoken, (await narrate(SAID, 23)).wav);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=23', '-i', spoken];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...AAC];
  await writeFile(film, await make([...picture, ...codecs], 'mp4'));
});
afterAll(async () => {
  await vau(['service', 'stop'], { env: home.env });
  await home.remove();
});

const run = (...words: string[]): Promise<Run> => vau(words, { env: home.env, timeout: 280_000 });

describe('quickstart with a film of one’s own', () => {
  hears('hears it, answers at the second, and shares it', { timeout: 300_000 }, async () => {
    const question = 'When was the oven built?';
    const { status, stdout, stderr } = await run('quickstart', film, '--question', question, '-o', 'json');
    expect(status, stderr).toBe(0);
    const { collection, media, deep_search, share } = JSON.parse(stdout);
    expect(media).toMatchObject([{ status: 'completed', searchable_status: 'completed' }]);
    const [best]: SearchResult[] = deep_search.results;
    expect(best?.context).toMatch(/oven.*(1924|nineteen twenty.?four)/i);
    expect(Math.abs((best?.start_time ?? -99) - 8.5)).toBeLessThan(0.5);
    expect(deep_search.text).toMatch(/0:00:08|0:00:09/);
    expect((await fetch(share.share_url)).status).toBe(200);

    const srt = await run('media-description', 'get', collection.id, media[0].file_id, '-o', 'json');
    const { speech } = JSON.parse(srt.stdout);
    for (const { at } of SAID)
      expect(
        Math.min(...speech.map(({ start_time }: { start_time: number }) => Math.abs(start_time - at))),
      ).toBeLessThan(0.5);
    for (const line of speech) expect(line.confidence).toBeGreaterThan(0.5);
  });

  hears('the recogniser comes before the reader of pictures, and requests before both', async () => {
    const { pid } = JSON.parse((await run('service', 'status', '-o', 'json')).stdout);
    const others = children(pid);
    expect(others).toMatchObject({ 'moonshine.js': 5, 'text-detector.js': 10 });
    expect(os.getPriority(pid)).toBeLessThan(5);
  });
});

/** The niceness of the models' processes of a service, by their programs. */
function children(service: number): Record<string, number> {
  const listed = execFileSync('ps', ['-o', 'ni=,args=', '--ppid', String(service)], { encoding: 'utf8' });
  const rows = listed.trim().split('\n');
  return Object.fromEntries(
    rows.map((row) => [path.basename(row.trim().split(/\s+/)[2] ?? ''), Number.parseInt(row, 10)]),
  );
}
