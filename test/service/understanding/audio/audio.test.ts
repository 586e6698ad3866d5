import { describe, expect } from 'vitest';
import { classify } from '../../../../src/service/understanding/modalities/audio/classify.ts';
import { featureMeter } from '../../../../src/service/understanding/modalities/audio/features.ts';
import { soundFacts } from '../../../../src/service/understanding/modalities/audio/provider.ts';
import { activeSpans } from '../../../../src/service/understanding/modalities/voice-activity/activity.ts';
import { energyMeter } from '../../../../src/service/understanding/modalities/voice-activity/energies.ts';
import { needs } from '../../../support/programs.ts';
import { mix, silence, sound, speak, toSamples } from '../narration.ts';

const it = needs('ffmpeg');
const TEXT =
  'The ferry leaves the harbour at noon and returns before the evening tide. On market days the boats are full.';
const CHORDS =
  "aevalsrc='0.2*(sin(2*PI*(220+55*mod(floor(t),3))*t)+sin(2*PI*(277+55*mod(floor(t),3))*t))*exp(-1.2*mod(t,1))':s=16000:d=8";
const MELODY =
  "aevalsrc='0.3*exp(-4*mod(t,0.25))*(sin(2*PI*(262*pow(2,mod(floor(t*4)*5,12)/12))*t)+0.5*sin(4*PI*(262*pow(2,mod(floor(t*4)*5,12)/12))*t))':s=16000:d=8";
const noise = (colour: string) => `anoisesrc=r=16000:d=8:a=0.2:c=${colour}:seed=4`;

/** The classes of a track, fed to the meters in pieces of an odd size. */
function hearTrack(track: Float64Array) {
  const samples = toSamples(track);
  const [meter, features] = [energyMeter(), featureMeter()];
  for (let at = 0; at < samples.length; at += 1777) {
    meter.add(samples.subarray(at, at + 1777));
    features.add(samples.subarray(at, at + 1777));
  }
  const energies = meter.finish();
  const active = activeSpans(energies);
  return {
    seconds: energies.frames / 50,
    energies,
    active,
    classes: classify(features.finish(), energies, active),
  };
}

/** The most frequent class. */
function mostly(track: Float64Array): string | undefined {
  const { classes } = hearTrack(track);
  const count = (name: string) => classes.filter((one) => one === name).length;
  return ['speech', 'music', 'other', 'silence'].find((name) => count(name) >= classes.length * 0.75);
}

describe('the class of a sound', () => {
  it.each(['slt', 'rms', 'awb'] as const)('the voice %s is speech', async (voice) => {
    expect(mostly(await speak({ voice, text: TEXT }))).toBe('speech');
  });

  it.each([
    ['chords', CHORDS, 'music'],
    ['a melody', MELODY, 'music'],
    ['a tone', 'sine=d=8:sample_rate=16000', 'music'],
    ['white noise', noise('white'), 'other'],
    ['pink noise', noise('pink'), 'other'],
    ['brown noise', noise('brown'), 'other'],
    ['nothing', 'anullsrc=r=16000:d=8', 'silence'],
  ])('%s', async (_, source, expected) => {
    expect(mostly(await sound(source, 8))).toBe(expected);
  });

  it.each([
    ['noise', noise('pink')],
    ['tones', CHORDS],
  ])('speech over quiet %s is still speech', async (_, source) => {
    const track = (await speak({ voice: 'slt', text: TEXT })).map((value) => value * 0.8);
    mix(track, await sound(source, 8), 0, 0.12);
    expect(mostly(track)).toBe('speech');
  });
});

describe('the facts about a track', () => {
  it('are in order, cover it, and are marked as measured', async () => {
    const track = silence(20);
    const ended = mix(track, await speak({ voice: 'rms', text: TEXT }), 3, 0.8);
    mix(track, await sound(CHORDS, 5), 13);
    const facts = soundFacts({
      ...hearTrack(track),
      stream: 0,
      channels: 1,
      loudness: null,
      damage: [],
      notes: [],
    });
    expect(facts.map(({ kind }) => kind)).toEqual([
      'loudness',
      'silence',
      'speech',
      'silence',
      'music',
      'silence',
    ]);
    for (const { text } of facts) expect(text).toMatch(/\(measured/);
    const [loudness, , speech, pause, music] = facts;
    expect(loudness?.text).toMatch(/-\d+\.\d dB of full scale \(RMS\)/);
    expect(speech?.start).toBeCloseTo(3, 0);
    expect(speech?.end).toBeCloseTo(ended, 0);
    expect(pause).toMatchObject({ end: expect.closeTo(13, 1) });
    expect(music).toMatchObject({ start: expect.closeTo(13, 1), end: expect.closeTo(18, 0) });
  });
});
