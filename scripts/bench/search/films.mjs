/** The labelled films of the benchmark `search`, with the times of their lines. */
import { readdir, readFile } from 'node:fs/promises';
import { mishear } from './mishear.mjs';

/** Words spoken in a second. */
const PACE = 2.5;

/** Seconds between two lines. */
const PAUSE = 0.5;

/**
 * The films of a set as recordings of them would be understood: `speech` and `scene_text` with times in seconds. Every
 * second film has speech as a recogniser writes it: in small letters, without punctuation or speakers, one word in ten wrong.
 * @param set `a` or `b`
 */
export async function recordedFilms(set) {
  const films = await labelledFilms(set);
  const vocabulary = films.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ');
  const hear = mishear(vocabulary);
  return films.map((film, number) => {
    const recognised = number % 2 === 1;
    const spans = spansOf(film.lines);
    const speech = film.lines.map(({ text, speaker }, at) => ({
      ...{ ...spans[at], text: recognised ? hear(text) : text },
      ...(!recognised && speaker && { speaker }),
    }));
    const scene_text = film.shown.map(({ after, text }) => {
      const start = (spans[after] ?? spans.at(-1)).end;
      return { start, end: start + 4, text };
    });
    return { ...film, recognised, speech, scene_text };
  });
}

/**
 * The lines that answer a question, with their times.
 * @param film one of `recordedFilms`
 */
export function answersOf(film, { answers }) {
  return Array.isArray(answers)
    ? answers.map((at) => film.speech[at])
    : (answers.shown ?? []).map((at) => film.scene_text[at]);
}

/**
 * The films with their questions. Those in the files of the films share no word with their answers; those in asked.json are
 * put as people ask, by another hand.
 */
async function labelledFilms(set) {
  const folder = new URL(`${set}/`, import.meta.url);
  const read = async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8'));
  const names = (await readdir(folder)).filter((name) => name.startsWith('films')).sort();
  const films = (await Promise.all(names.map(read))).flat();
  const asked = await read('asked.json');
  return films.map((film) => {
    const own = asked.filter((question) => question.film === film.id);
    return { ...film, questions: [...film.questions, ...own.map(askedQuestion)] };
  });
}

function askedQuestion({ kind, text, answers }) {
  return { kind: kind === 'none' ? 'asked none' : 'asked', text, answers };
}

function spansOf(lines) {
  let time = 1;
  return lines.map(({ text }) => {
    const start = time;
    const end = start + text.split(' ').length / PACE;
    time = end + PAUSE;
    return { start, end };
  });
}
