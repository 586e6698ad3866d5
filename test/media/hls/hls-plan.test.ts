import { describe, expect, it } from 'vitest';
import { mostBytes, type Plan } from '../../../src/media/hls/hls-plan.ts';
import type { MediaProbe, MediaStream } from '../../../src/media/index.ts';

const MIB = 1024 * 1024;
const SLACK = 64 * MIB;
const stream = {} as MediaStream;
const film = { size: 100 * MIB } as MediaProbe;
const plan = (more: Partial<Plan>): Plan => ({
  video: stream,
  audio: stream,
  copyVideo: false,
  copyAudio: false,
  ...more,
});

describe('how large a stream may get', () => {
  it('[SAFE-2] is twice the file if everything is copied, whatever duration the film claims', () => {
    const copied = plan({ copyVideo: true, copyAudio: true });
    expect(mostBytes(copied, film, 60)).toBe(200 * MIB + SLACK);
    expect(mostBytes(copied, film, 48 * 3600)).toBe(200 * MIB + SLACK);
  });

  it('[SAFE-2] is 1.5 MB per second if everything is encoded, however large the file is', () => {
    expect(mostBytes(plan({}), film, 60)).toBe(90_000_000 + SLACK);
    expect(mostBytes(plan({}), { ...film, size: 0 }, 60)).toBe(90_000_000 + SLACK);
  });

  it('is the sum if one stream is copied and the other encoded', () => {
    expect(mostBytes(plan({ copyVideo: true }), film, 60)).toBe(200 * MIB + 90_000_000 + SLACK);
  });

  it('counts no video if there is none', () => {
    expect(mostBytes(plan({ video: undefined, copyAudio: true }), film, 60)).toBe(200 * MIB + SLACK);
  });
});
