/** Frames and SMPTE timecode. Pure. */
import { frameRateFromDecimal } from '../../media/probe/shape.ts';

/** Frames per second as a ratio: 30000/1001 is 29.97. */
export interface Rate {
  readonly top: number;
  readonly bottom: number;
}

/** The exact ratio of a rate with decimals; undefined for what is not a rate. */
export function rateOf(value: number): Rate | undefined {
  const [top = 0, bottom = 0] = (frameRateFromDecimal(value)?.rational ?? '').split('/').map(Number);
  return top > 0 && bottom > 0 ? { top, bottom } : undefined;
}

/** Frames that a second of timecode counts. */
const nominal = ({ top, bottom }: Rate): number => Math.round(top / bottom);

/** True for a rate that timecode can count: whole up to 60, or one of 23.976, 29.97, 47.952 and 59.94. */
export const hasTimecode = (rate: Rate): boolean =>
  nominal(rate) <= 60 &&
  (rate.bottom === 1 || (rate.bottom === 1001 && [24, 30, 48, 60].includes(nominal(rate))));

/** True for 29.97 and 59.94, whose timecode leaves out numbers so that it keeps up with the clock. */
export const isDropFrame = (rate: Rate): boolean => rate.bottom === 1001 && nominal(rate) % 30 === 0;

/** The frame that is shown at a time. @param seconds 0 or more */
export const frameAt = (seconds: number, { top, bottom }: Rate): number =>
  Math.round((Math.max(0, seconds) * top) / bottom);

/**
 * The timecode of a frame: `01:00:00:12`; with drop-frame counting `01:00:00;12`. Begins again after 24 hours.
 * @param frame number of frames since 00:00:00:00
 * @param drops whether it is drop-frame, which only 29.97 and 59.94 can be
 */
export function timecode(frame: number, rate: Rate, drops = isDropFrame(rate)): string {
  const perSecond = nominal(rate);
  const number = (drops ? withDropped(frame, perSecond) : frame) % (24 * 3600 * perSecond);
  const seconds = Math.floor(number / perSecond);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = [hours, minutes, seconds % 60].map(two).join(':');
  return `${clock}${drops ? ';' : ':'}${two(number % perSecond)}`;
}

/** The frames since 00:00:00:00 of a timecode; undefined where it cannot be one of this rate. */
export function frameOf(code: string, rate: Rate): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = code.split(/[:;]/).map(Number);
  const perSecond = nominal(rate);
  if (frames >= perSecond) return undefined;
  const total = 60 * hours + minutes;
  const number = (60 * total + seconds) * perSecond + frames;
  return drops(code, rate) ? number - (perSecond / 15) * (total - Math.floor(total / 10)) : number;
}

/** Whether a timecode leaves out numbers. */
export const drops = (code: string, rate: Rate): boolean => code.includes(';') && isDropFrame(rate);

/** The number of a frame: each minute but every tenth leaves out its first 2 (29.97) or 4 (59.94) numbers. */
function withDropped(frame: number, perSecond: number): number {
  const dropped = perSecond / 15;
  const perMinute = perSecond * 60 - dropped;
  const perTen = perSecond * 600 - 9 * dropped;
  const [tens, rest] = [Math.floor(frame / perTen), frame % perTen];
  const minutes = rest < dropped ? 0 : Math.floor((rest - dropped) / perMinute);
  return frame + dropped * (9 * tens + minutes);
}
