/** The labelled films of the benchmark `search`, with the times of their lines. */
import { readdir, readFile } from 'node:fs/promises';

/** Words spoken in a second. */
const PACE = 2.5;

/** Seconds between two lines. */
const PAUSE = 0.5;

/** Seconds that a text is shown. */
const SHOWN = 4;

/**
 * The films of a set with their questions. Those in the files of the films share no word with their answers; those in
 * asked.json are put as people ask, by another hand.
 * @param set `a` or `b`
 */
export async function labelledFilms(set) {
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

/** A film as its subtitles say it: `speech` and `scene_text` with times, and `spans` of the written lines, in seconds. */
export function written(film) {
  const spans = spansOf(film.lines);
  const speech = film.lines.map(({ text, speaker }, at) => ({
    ...{ ...spans[at], text },
    ...(speaker && { speaker }),
  }));
  return { ...film, recognised: false, spans, speech, scene_text: shownIn(film, spans) };
}

/**
 * A film as it was heard: without speakers.
 * @param of what hearFilms gave for it; without it, the film as written
 */
export function recognised(film, of) {
  if (!of) return written(film);
  const { lines: speech, spans } = of;
  return { ...film, recognised: true, spans, speech, scene_text: shownIn(film, spans) };
}

/**
 * Whether a segment answers a question: it has half of a line that does, or the half of it is in that line. What was heard
 * is cut into other lines than what was written.
 * @param film one of `written` or `recognised`
 * @param segment its `start` and `end`, in seconds
 */
export function answers({ spans, scene_text }, question, { start, end }) {
  const wanted = Array.isArray(question.answers)
    ? question.answers.map((at) => spans[at])
    : (question.answers.shown ?? []).map((at) => scene_text[at]);
  return wanted.some((line) => {
    const shared = Math.min(end, line.end) - Math.max(start, line.start);
    return shared >= Math.min(end - start, line.end - line.start) / 2;
  });
}

/** How many lines answer a question. */
export function answerCount({ answers: of }) {
  return Array.isArray(of) ? of.length : (of.shown ?? []).length;
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

function shownIn({ shown }, spans) {
  return shown.map(({ after, text }) => {
    const start = (spans[after] ?? spans.at(-1)).end;
    return { start, end: start + SHOWN, text };
  });
}
