import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSubtitles } from '../../../src/media/index.ts';
import { alone, ffmpeg, H264, make, picture, tempFolder } from '../support.ts';

const { at, drop } = await tempFolder();
const SRT = '1\n00:00:00,500 --> 00:00:01,500\nHello there\n\n2\n00:00:02,000 --> 00:00:02,800\nGrüße\n';

beforeAll(async () => {
  await writeFile(at('one.srt'), SRT);
  await writeFile(at('two.srt'), SRT.replace('Hello there', 'Hallo'));
  await make(...picture(3), ...H264, at('plain.mp4'));
  const two = [
    '-i',
    at('plain.mp4'),
    '-i',
    at('two.srt'),
    '-i',
    at('one.srt'),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
  ];
  const second = ['-disposition:s:0', '0', '-disposition:s:1', 'default'];
  await make(...two, '-c', 'copy', '-c:s', 'srt', ...second, at('srt.mkv'));
  await make(...two, '-c', 'copy', '-c:s', 'ass', ...second, at('ass.mkv'));
  await make(...two, '-c', 'copy', '-c:s', 'mov_text', ...second, at('text.mp4'));
});
afterAll(drop);

describe('extractSubtitles', () => {
  it.each(['srt.mkv', 'ass.mkv', 'text.mp4'])('returns the default text of %s as SRT', async (name) => {
    const text = await extractSubtitles(at(name), { ffmpeg, outPath: at('out.srt') });
    expect(text).toContain('00:00:00,500 --> 00:00:01,500');
    expect(text).toContain('Hello there');
    expect(text).toContain('Grüße');
    expect(await readFile(at('out.srt'), 'utf8')).toBe(text);
  });

  it('returns the requested stream', async () => {
    expect(await extractSubtitles(at('srt.mkv'), { ffmpeg: alone, streamIndex: 1 })).toContain('Hallo');
    expect(await extractSubtitles(at('srt.mkv'), { ffmpeg, streamIndex: 0 })).toBeNull();
  });

  it('returns nothing if there are none', async () => {
    expect(await extractSubtitles(at('plain.mp4'), { ffmpeg })).toBeNull();
  });

  it('refuses more text than allowed', async () => {
    await expect(extractSubtitles(at('srt.mkv'), { ffmpeg, maxBytes: 10 })).rejects.toMatchObject({
      code: 'size-limit',
    });
  });
});
