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
 * asked.json are put as people ask, by another hand; those of the kind `shown` ask for words on the screen.
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
    return { ...film, questions: [...film.questions, ...own.map(askedQuestion), ...shownQuestions(film)] };
  });
}

/** How people ask for words that were on the screen. */
const ASKED_FOR = [
  (words) => words,
  (words) => `where does it say ${words}`,
  (words) => `the sign that says ${words}`,
  (words) => `when is ${words} on the screen?`,
];

function shownQuestions({ id, shown }) {
  const first = id.length;
  return shown.map(({ text }, at) => ({
    kind: 'shown',
    text: ASKED_FOR[(first + at) % ASKED_FOR.length](text.toLowerCase()),
    answers: { shown: [at] },
  }));
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

/** Characters of a subtitle, and the seconds of the segments of a film that has subtitles. */
const [SUBTITLE, SEGMENT] = [70, 10];

/** A film as subtitles often cut it: sentences run on from one to the next, and segments know nothing of them. */
export function subtitled(film) {
  const whole = written(film);
  const speech = [];
  for (const { start, end, text, speaker } of whole.speech) {
    const words = text.split(' ');
    const each = (end - start) / words.length;
    for (const [at, word] of words.entries()) {
      const own = { start: start + at * each, end: start + (at + 1) * each, ...(speaker && { speaker }) };
      const last = speech.at(-1);
      const fits = last && last.speaker === own.speaker && last.text.length + word.length < SUBTITLE;
      if (fits) Object.assign(last, { end: own.end, text: `${last.text} ${word}` });
      else speech.push({ ...own, text: word });
    }
  }
  const count = Math.ceil(Math.max(...speech.map(({ end }) => end)) / SEGMENT);
  const segments = Array.from({ length: count }, (_, at) => ({
    start: at * SEGMENT,
    end: (at + 1) * SEGMENT,
  }));
  return { ...whole, speech, segments };
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
export function answers(film, question, { start, end }) {
  return wantedIn(film, question).some((line) => {
    const shared = Math.min(end, line.end) - Math.max(start, line.start);
    return shared >= Math.min(end - start, line.end - line.start) / 2;
  });
}

/** Seconds between the beginning of a result and that of the line that answers and is nearest to it. */
export function late(film, question, { start }) {
  return Math.min(...wantedIn(film, question).map((line) => Math.abs(start - line.start)));
}

function wantedIn({ spans, scene_text }, { answers: of }) {
  return Array.isArray(of) ? of.map((at) => spans[at]) : (of.shown ?? []).map((at) => scene_text[at]);
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
