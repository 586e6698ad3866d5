/** Text that only its colour shows. Its accuracy is measured in accuracy.long.test.ts. */
import { afterAll, describe, expect } from 'vitest';
import type { Grey } from '../../../../src/media/index.ts';
import { readImage } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { needs } from '../../../support/programs.ts';
import { drawFrame } from './rendered.ts';

const it = needs('ffmpeg', 'fonts');
afterAll(() => stopRecogniser());

describe('text as bright as what is around it', () => {
  it('is read by its colour, and not without it', async () => {
    const frame = await drawFrame({
      background: 'color=c=0x3a8048:s=@',
      text: 'fontcolor=0xd04040',
      font: 'DejaVuSans.ttf',
      size: 24,
      width: 640,
      height: 180,
      lines: ['the harbour office opens'],
    });
    const { colour, ...grey } = frame;
    const read = async (picture: Grey) =>
      (await readImage(picture, new AbortController().signal)).map(({ text }) => text);
    expect(colour).toBeDefined();
    expect(await read(frame)).toEqual(['the harbour office opens']);
    expect(await read(grey)).toEqual([]);
  });
});
