/** Edit decision lists, CMX 3600. Pure. */
import { clean } from '../../terminal/clean.ts';
import { isDropFrame, type Rate, timecode } from '../timecode.ts';
import type { Clip, Film } from './clips.ts';

/** Events of one list: their numbers have three digits. */
const mostEvents = 999;

/** The programme begins at one hour, as tapes do. */
const programmeStart = (rate: Rate): number => 3600 * Math.round(rate.top / rate.bottom) - leftOut(rate);

/** Frame numbers that an hour of drop-frame timecode leaves out. */
const leftOut = (rate: Rate): number =>
  isDropFrame(rate) ? 54 * (Math.round(rate.top / rate.bottom) / 15) : 0;

/** The lists of a film: one for each 999 clips. The clips follow each other in the programme. */
export function edlsOf(film: Film): string[] {
  const lists: string[] = [];
  for (let from = 0; from < film.clips.length; from += mostEvents)
    lists.push(edlOf(film, film.clips.slice(from, from + mostEvents)));
  return lists;
}

function edlOf({ name, rate, file }: Film, clips: readonly Clip[]): string {
  const channel = file.media_type === 'audio' ? 'A' : file.has_audio ? 'B' : 'V';
  let record = programmeStart(rate);
  const events = clips.map((clip, index) => {
    const times = [clip.start, clip.start + clip.frames, record, record + clip.frames];
    record += clip.frames;
    const codes = times.map((frame) => timecode(frame, rate)).join(' ');
    return [
      `${String(index + 1).padStart(3, '0')}  ${'AX'.padEnd(8)} ${channel.padEnd(5)} C        ${codes}`,
      `* FROM CLIP NAME: ${oneLine(name)}`,
      `* COMMENT: ${oneLine(clip.name)}`,
      ...(clip.note === '' ? [] : [`* COMMENT: ${oneLine(clip.note)}`]),
    ].join('\n');
  });
  const mode = isDropFrame(rate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${oneLine(name).slice(0, 70)}`, `FCM: ${mode}`, '', ...events, ''].join('\n');
}

const oneLine = (text: string): string => clean(text).trim();
