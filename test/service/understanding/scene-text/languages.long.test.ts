/** On-screen text in a language that vau setup brought: German, with the real data of its package. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyOfMap } from '../../../../src/media/index.ts';
import { onDeviceSceneText } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { blind } from '../../../../src/service/understanding/modalities/visual-pass/types.ts';
import { placeModel } from '../../../support/models/set-up.ts';
import { lacks } from '../../../support/programs.ts';
import { drawPicture } from '../pictures.ts';

const signal = new AbortController().signal;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vau-languages-'));
  dataDir = path.join(folder, 'data');
  const data = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/deu/package.json')),
    '4.0.0_best_int/deu.traineddata.gz',
  );
  const german = { name: 'text', model: 'deu', kind: 'tesseract', languages: ['de'], packages: [] } as const;
  await placeModel(
    dataDir,
    { ...german, languages: ['de'], packages: [] },
    {
      'deu.traineddata.gz': await readFile(data),
    },
  );
});
afterAll(async () => {
  await stopRecogniser();
  await rm(folder, { recursive: true, force: true });
});

/** What is read in a film of these pictures, two lines each. */
async function read(pictures: readonly (readonly string[])[], from: string) {
  const shown = await Promise.all(
    pictures.map(async (lines, index) => {
      const texts = lines.map((text, row) => ({ text, x: 40, y: 60 + row * 120, size: 30 }));
      const file = await drawPicture(path.join(folder, `${index}.pgm`), texts);
      return { time: index, grey: greyOfMap(await readFile(file)) };
    }),
  );
  const plan = await onDeviceSceneText(from).plan({
    mediaPath: '',
    sidecarPath: undefined,
    visualPass: {
      ...blind,
      times: shown.map(({ time }) => time),
      async *pictures() {
        yield* shown;
      },
    },
    ffmpeg: { path: '', version: '', source: 'PATH', codecLibrary: [0, 0] },
  });
  const { lines } = (await plan?.run(signal)) ?? { lines: [] };
  return { lines: lines.map(({ text }) => text), language: plan?.settings.language };
}

const german = [
  ['Größe und Gewicht der Bücher', 'Straßenbahn fährt über die Brücke'],
  ['Prüfung der Rücklagen im März', 'Öffentliche Verkehrsmittel nutzen'],
];
const english = [['The harbour office opens at seven', 'Please keep the gangway clear today']];

describe.skipIf(lacks('ffmpeg', 'fonts'))('on-screen text in another language', () => {
  it('is read with its letters, also in the pictures before the language was known', async () => {
    const { lines, language } = await read(german, dataDir);
    expect(lines).toEqual(german.flat());
    expect(language).toMatch(/^eng, deu [0-9a-f]{12}$/);
  });

  it('is read as English where its data is not there, under the settings of before', async () => {
    const { lines, language } = await read(german, path.join(folder, 'nowhere'));
    expect(lines.join(' ')).not.toMatch(/[äöüß]/);
    expect(language).toBe('eng');
  });

  it('leaves an English film as it is', async () => {
    expect((await read(english, dataDir)).lines).toEqual(english.flat());
  });
});
