import { describe, expect, it } from 'vitest';
import { filmNames, safeName } from '../../../src/cli/export/film-names.ts';
import { hasTimecode, type Rate, rateOf, timecode } from '../../../src/cli/export/timecode.ts';

const rate = (value: number): Rate => rateOf(value) ?? { top: 0, bottom: 1 };

describe('timecode', () => {
  it.each([
    [25, 90_000, '01:00:00:00'],
    [23.976, 86_400, '01:00:00:00'],
    [29.97, 1799, '00:00:59;29'],
    [29.97, 1800, '00:01:00;02'],
    [29.97, 17_981, '00:09:59;29'],
    [29.97, 17_982, '00:10:00;00'],
    [29.97, 107_892, '01:00:00;00'],
    [29.97, 107_892 * 24, '00:00:00;00'],
    [59.94, 3600, '00:01:00;04'],
    [59.94, 215_784, '01:00:00;00'],
  ])('at %d frames per second, frame %i is %s', (perSecond, frame, expected) => {
    expect(timecode(frame, rate(perSecond))).toBe(expected);
  });

  it.each([
    [24, true],
    [29.97, true],
    [60, true],
    [29.83, false],
    [120, false],
  ])('can count at %d: %s', (value, can) => expect(hasTimecode(rate(value))).toBe(can));
});

describe('names of films', () => {
  it.each([
    ['talk.mp4', 'talk'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['con.mp4', '_con'],
    ['a:b?.mov', 'a_b_'],
    ['.mp4', '_mp4'],
    ['  ', 'ID'],
    [`${'ü'.repeat(200)}.mp4`, 'ü'.repeat(90)],
  ])('%j becomes %j', (name, expected) => expect(safeName(name, 'ID')).toBe(expected));

  it('are used once, whatever their case', () => {
    const nameOf = filmNames();
    const id = (first: string) => `${first}-9f3c-4c1e-8a51-000000000001`;
    expect(nameOf({ file_id: id('0b6a1a52'), filename: 'Talk.mp4' })).toBe('Talk');
    expect(nameOf({ file_id: id('1b6a1a52'), filename: 'talk.mov' })).toBe('talk (1b6a1a52)');
    expect(nameOf({ file_id: id('1b6a1a52'), filename: 'talk.avi' })).toBe(`talk (${id('1b6a1a52')})`);
  });
});
