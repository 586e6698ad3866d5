import { describe, expect, it } from 'vitest';
import {
  average,
  type FoundFace,
  fromBytes,
  overlap,
  SAME_PERSON,
  similarityOf,
  toBytes,
  trackFaces,
} from '../../../../src/service/understanding/modalities/faces/index.ts';

/** A face at a position whose descriptor is the number `kind`: two are as far apart as their kinds. */
function face(left: number, kind: number): FoundFace {
  const descriptor = new Float32Array(128);
  descriptor[0] = kind;
  return { box: { left, top: 0.2, width: 0.2, height: 0.3 }, score: 1, descriptor, crop: new Uint8Array() };
}

describe('tracks', () => {
  it('link one face in neighbouring frames, and separate two', () => {
    const track = trackFaces();
    const frames = [[face(0.1, 0), face(0.6, 1)], [face(0.61, 1.1), face(0.12, 0.1)], [face(0.12, 0.05)]].map(
      track,
    );
    const [[one, other] = [], [second, first] = [], [last] = []] = frames;
    expect([first, last, second]).toEqual([one, one, other]);
    expect(one).not.toBe(other);
  });

  it('bridge a frame in which the face is turned away, but no long absence', () => {
    const track = trackFaces();
    const seen = [[face(0.1, 0)], [], [face(0.1, 0)], [], [], [face(0.1, 0)]].map((faces) => track(faces)[0]);
    expect(seen[2]).toBe(seen[0]);
    expect(seen[5]).not.toBe(seen[0]);
  });

  it('do not switch from one person to another in the same place', () => {
    const track = trackFaces();
    expect(track([face(0.1, 0)])).not.toEqual(track([face(0.1, 0.7)]));
  });

  it('give two faces in one frame two tracks, however similar', () => {
    const track = trackFaces();
    track([face(0.1, 0)]);
    expect(new Set(track([face(0.1, 0.1), face(0.15, 0)])).size).toBe(2);
  });
});

describe('similarity', () => {
  it('is 100 for equal faces, 50 at the limit of one person, and 0 far away', () => {
    expect([0, SAME_PERSON, 0.274, 1, 1.4].map(similarityOf)).toEqual([100, 50, 72.6, 0, 0]);
  });

  it('uses averages, and descriptors are stored without loss', () => {
    expect(average([Float32Array.of(1, 0), Float32Array.of(0, 0.5)])).toEqual(Float32Array.of(0.5, 0.25));
    const descriptor = Float32Array.of(-0.1, 0.25, 1e-8);
    expect(fromBytes(toBytes(descriptor))).toEqual(descriptor);
  });

  it('of boxes is intersection over union', () => {
    const box = { left: 0, top: 0, width: 0.4, height: 0.4 };
    expect(overlap(box, box)).toBeCloseTo(1);
    expect(overlap(box, { ...box, left: 0.2 })).toBeCloseTo(1 / 3);
    expect(overlap(box, { ...box, left: 0.5 })).toBe(0);
  });
});
