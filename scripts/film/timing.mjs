/** The timing: the length of the speech decides the length of each shot. */
import { horn, mix, pcm, rate, sea, speak } from './sound.mjs';
import { shots, speakers } from './story.mjs';

export const fps = 25;
const lead = 0.6;
const pause = 0.35;
const blast = { seconds: 0.55, every: 0.75 };

const exact = (seconds) => Math.round(seconds * 1000) / 1000;

/**
 * The plan of the film: shots with start and length; sentences, texts and sounds with absolute times in
 * seconds; and the complete sound.
 */
export function plan() {
  const sentences = [];
  const texts = [];
  const sounds = [];
  const voices = [];
  const timed = [];
  let start = 0;
  for (const shot of shots) {
    let at = start + lead + (shot.fadeIn ?? 0) / 2;
    for (const [speaker, text] of shot.lines) {
      const samples = speak(text, speakers[speaker]);
      at = Math.round(at * 1000) / 1000;
      voices.push([samples, at]);
      sentences.push({ start: at, end: exact(at + samples.length / rate), speaker, text });
      at += samples.length / rate + pause;
    }
    for (let i = 0; i < (shot.horns ?? 0); i++, at += blast.every) {
      voices.push([horn(blast.seconds), at]);
      sounds.push({ start: exact(at), end: exact(at + blast.seconds), sound: 'fog horn' });
    }
    const frames = Math.ceil((at - pause + shot.tail - start) * fps);
    const end = start + frames / fps;
    for (const text of shot.text)
      texts.push({ start: exact(start + text.from), end: exact(end), text: text.show });
    timed.push({ ...shot, start: exact(start), frames });
    start = end;
  }
  const track = sea(start);
  for (const [samples, at] of voices) mix(track, samples, at);
  return { seconds: exact(start), shots: timed, sentences, texts, sounds, sound: pcm(track) };
}
