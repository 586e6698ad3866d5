/** Which claims of a header are believed, and what the packets say against the others. */
import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Claim, isCounted, patienceFor, trueDuration } from '../../../src/media/probe/bounds.ts';
import { wav } from '../../support/bombs/sound.ts';
import { ffmpeg, tempFolder } from '../support.ts';

const { at, drop } = await tempFolder();
afterAll(drop);

const GIB = 1024 ** 3;
const PLAIN = { picture: false, animated: false, seconds: null, webm: false };
const ENDS = { begin: 99, end: 100, frame: 0 };

/** Whether a claim is believed without a look into the file, which is not there. */
async function isBelieved(claim: Partial<Claim>, demuxer = 'matroska'): Promise<boolean> {
  const full = { path: at('nowhere'), size: GIB, duration: 100, sampleBits: null, ending: ENDS, ...claim };
  const sniffed = { ...PLAIN, demuxer };
  const answer = trueDuration(
    { ...full, sniffed },
    { ffmpeg: { ...ffmpeg, path: at('no program') }, timeoutSeconds: 1 },
  );
  const found = await answer.catch(() => 'read');
  if (found !== 'read') expect(found).toBe(claim.duration ?? 100);
  return found !== 'read';
}

/** What the packets of a WAV of so many samples of a byte say, for a header that claims this. */
async function read(samples: number, rate: number, claim: Partial<Claim>): Promise<number | null> {
  const path = at(`${samples}.wav`);
  await writeFile(path, wav(samples, samples, rate));
  const sniffed = { ...PLAIN, demuxer: 'wav' };
  return trueDuration(
    { path, sniffed, size: samples, duration: null, sampleBits: null, ...claim },
    { ffmpeg, timeoutSeconds: 60 },
  );
}

describe('[SAFE-2] a claimed duration is believed', () => {
  it('if the end of the file confirms it', async () => {
    expect(await isBelieved({})).toBe(true);
    expect(await isBelieved({ duration: 90 })).toBe(false);
    expect(await isBelieved({ duration: null })).toBe(false);
    expect(await isBelieved({ ending: undefined })).toBe(false);
  });

  it('only of a file that has enough bytes for it', async () => {
    expect(await isBelieved({ size: 100 * 4_000 })).toBe(true);
    expect(await isBelieved({ size: 100 * 4_000 - 1 })).toBe(false);
  });

  it('of a format without a clock only if it is too large to be read', async () => {
    expect(await isBelieved({ size: GIB }, 'mpegts')).toBe(false);
    expect(await isBelieved({ size: GIB + 1 }, 'mpegts')).toBe(true);
    expect([GIB, GIB + 1].map((size) => isCounted({ demuxer: 'mp3' }, size))).toEqual([true, false]);
    expect(isCounted({ demuxer: 'matroska' }, 1)).toBe(false);
  });

  it('of plain samples that fill the file, but for its headers, whatever its end says', async () => {
    const sound = { duration: 100, sampleBits: 8 * 10_000, ending: undefined };
    const samples = 1_000_000;
    for (const size of [samples, samples + 1, samples + 65_536])
      expect(await isBelieved({ ...sound, size }, 'wav'), `${size}`).toBe(true);
    for (const size of [samples - 1, samples + 65_537])
      expect(await isBelieved({ ...sound, size }, 'wav'), `${size}`).toBe(false);
    expect(await isBelieved({ ...sound, size: samples }, 'matroska')).toBe(false);
    expect(await isBelieved({ ...sound, size: samples, sampleBits: null }, 'wav')).toBe(false);
    const few = { duration: 10, size: 50_000, sampleBits: null, ending: undefined };
    expect(await isBelieved(few, 'wav')).toBe(false);
  });
});

describe('[SAFE-2] what is not believed', () => {
  it('is as long as its packets, unless these confirm the claim after all', async () => {
    expect(await read(80_000, 8_000, {})).toBe(10);
    expect(await read(80_000, 8_000, { duration: 1_000 })).toBe(10);
    expect(await read(80_000, 8_000, { duration: 10 })).toBe(10);
    expect(await read(100, 8_000, {})).toBe(0.0125);
    expect(await read(80_000, 8_000, { duration: 10.005, size: 1 })).toBe(10.005);
  });

  it('is refused without a packet', async () => {
    await expect(read(0, 8_000, {})).rejects.toMatchObject({
      code: 'unsupported',
      message: '0.wav: it has no readable video or audio, whatever its headers claim',
    });
  });

  it('is refused if its packets are larger than the file, twice over', async () => {
    const MIB = 1024 ** 2;
    expect(await read(3 * MIB, MIB, { size: MIB })).toBe(3);
    await expect(read(3 * MIB, MIB, { size: MIB - 1 })).rejects.toThrow(
      `refer to the same bytes again and again: ${3 * MIB} bytes of media in ${MIB - 1} bytes`,
    );
  });

  it('is refused if it has fewer bytes than the quietest speech, beyond twenty minutes', async () => {
    expect(await read(119_900, 100, {})).toBe(1_199);
    expect(await read(150_000, 100, {})).toBe(1_500);
    await expect(read(150_200, 100, {})).rejects.toThrow(/packets are spread over 0\.4 hours/);
  });

  it('is read for as long as a slow disk takes', () => {
    expect([0, 1_000_000_000].map(patienceFor)).toEqual([20, 120]);
  });
});
