/**
 * Measures what is answered without a language model to questions of people who never saw how answers are made: a chat with
 * a collection of nine films. The films and questions of answers/fit are for fitting; those of answers/sealed, by other hands,
 * for measuring: run them once, at the end.
 *
 *   apt-get install ffmpeg espeak-ng festival festvox-{kallpc16k,kdlpc16k,us-slt-hts}
 *   npm run build && vau setup speech
 *   npm run bench -- answers [--sealed | --fit] [--written] [--missed] [--data FOLDER] [--minutes N]
 *
 * --fit      fits the weights of src/service/search/answers/weights.ts on answers/fit and on the questions of the benchmark
 *            `search` that are put as people ask, as written and as heard, and prints them with cross-validated figures
 * --written  only the films as they are written, without what is heard of them
 * --missed   prints each question that was not answered right
 *
 * A question is answered right if a quote has half of a line that answers it, or half of the quote lies in one; a question
 * without an answer, if nothing is quoted. Of the hits of a search for each question it prints how sure they are said to be, and
 * how many are right. With 95 % intervals (Wilson 1927). Exits 1 when a budget is missed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fitAnswers } from './answers/fit.mjs';
import { printBins } from './bins.mjs';
import { record } from './record.mjs';
import { addFilms } from './search/fill.mjs';
import { labelledFilms, recognised, written } from './search/films.mjs';
import { hearFilms } from './search/heard.mjs';
import { bundleService } from './service-bundle.mjs';
import { intervalOf } from './wilson.mjs';

const BUDGETS = {
  right: 0.65,
  'wrongly nothing': -0.15,
  'citation precision': 0.8,
  'nothing, and said': 0.6,
};

const set = process.argv.includes('--sealed') ? 'sealed' : 'fit';
const onlyWritten = process.argv.includes('--written');
const showMissed = process.argv.includes('--missed');

const read = async (name) =>
  JSON.parse(await readFile(new URL(`answers/${set}/${name}.json`, import.meta.url), 'utf8'));
const [films, questions] = await Promise.all([read('films'), read('asked')]);
const bundle = await bundleService();
const modules = await import(bundle.outfile);
try {
  if (process.argv.includes('--fit')) await fitAll();
  else {
    report('written', await askAll(films.map(written), questions, chat));
    if (!onlyWritten) report('heard', await askAll(await heardOf(films), questions, chat));
  }
} finally {
  await modules.stopEncoders();
  await bundle.remove();
}

async function heardOf(all) {
  const heard = await hearFilms(all, modules);
  if (heard.size === all.length) return all.map((film) => recognised(film, heard.get(film.id)));
  throw new Error(`${heard.size} of ${all.length} films were heard: run it again to go on`);
}

async function fitAll() {
  const others = (await labelledFilms('a')).map((film) => ({ ...film, collection: 'a' }));
  const asked = others.flatMap((film) =>
    film.questions
      .filter(({ kind, answers: lines }) => kind.startsWith('asked') && Array.isArray(lines))
      .map(({ kind, text, answers: lines }) => ({
        ...{ film: film.id, kind: kind === 'asked' ? 'asked' : 'none', text, lines, other: true },
      })),
  );
  const sets = [
    [films, questions],
    [others, asked],
  ];
  const looked = [];
  for (const [own, ownQuestions] of sets)
    for (const shown of [own.map(written), ...(onlyWritten ? [] : [await heardOf(own)])])
      looked.push(...(await askAll(shown, ownQuestions, sentencesFor)));
  const rows = looked.map(({ film, question, file, sentences }) => ({
    ...{ film: film.id, kind: question.kind, other: question.other },
    sentences: sentences.map((one) => ({
      ...one,
      right: isIn(film, file, question.lines)(one),
      also: isIn(film, file, question.also ?? [])(one),
    })),
  }));
  fitAnswers(rows, modules.featureNames);
}

/** @returns what was looked at for a question */
async function sentencesFor(service, collection, question) {
  const account = await modules.localAccount(service.context.db, service.context.clock());
  const ctx = await modules.withEncoder(service.context);
  const { query } = modules.queriesOf(messagesOf(question));
  const knowledgeBase = { source: 'collections', collections: [collection] };
  const request = { query, knowledgeBase, scope: null, limit: 12, threshold: 0 };
  const { signal } = new AbortController();
  const found = await modules.runSearch(ctx, account, request, signal);
  const all = await modules.candidatesFor(ctx, { query, last: question.text }, found, signal);
  const sentences = all.map(({ sentence, features }) => ({
    ...{ features, file_id: sentence.file_id },
    ...{ start_time: sentence.time, end_time: sentence.end },
  }));
  return { sentences };
}

/** @param ask gives what is found for a question @returns each question with that */
async function askAll(shown, questions, ask) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-answers-'));
  const config = { dataDir, requestsPerSecond: 0, vectorWaitMs: 60_000 };
  const service = await modules.openService({ config, newToken: true });
  try {
    const asked = [];
    for (const name of new Set(shown.map(({ collection }) => collection))) {
      const own = shown.filter(({ collection }) => collection === name);
      const { collection, ids } = await addFilms(modules, service, own, name);
      for (const film of own)
        for (const question of questions.filter(({ film: id }) => id === film.id))
          asked.push({
            film,
            question,
            file: ids.get(film.id),
            ...(await ask(service, collection, question)),
            hits: await hitsOf(service, collection, question),
          });
    }
    return asked;
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function messagesOf({ before, text }) {
  const earlier = before
    ? [
        { role: 'user', content: before },
        { role: 'assistant', content: '–' },
      ]
    : [];
  return [...earlier, { role: 'user', content: text }];
}

/** What a search for the question finds, however unlikely. */
async function hitsOf(service, collection, { text: query }) {
  const body = { query, collections: [collection], scope: 'segment', limit: 10, threshold: 0 };
  return (await post(service, '/v1/search', body)).results;
}

async function post(service, where, body) {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await service.app.request(where, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** @returns what a chat answers, and what it cites for that */
async function chat(service, collection, question) {
  const body = { model: 'quotes', messages: messagesOf(question), collections: [collection], stream: false };
  const answer = await post(service, '/v1/chat/completions', body);
  const [{ message, citations = [] }] = answer.choices;
  return { content: message.content, citations };
}

function report(way, asked) {
  const judged = asked.map((one) => ({ ...one, ...judgedOf(one) }));
  const answerable = judged.filter(({ question }) => question.kind !== 'none');
  const others = judged.filter(({ question }) => question.kind === 'none');
  const cited = judged.flatMap(({ quotes }) => quotes);
  console.log(`\n${set}, ${way}: ${asked.length} questions about ${films.length} films`);
  const rows = [
    ['right', judged.map(({ right }) => right)],
    ['right, answerable', answerable.map(({ right }) => right)],
    ['wrongly nothing', answerable.map(({ citations }) => citations.length === 0)],
    ['nothing, and said', others.map(({ right }) => right)],
    ['citation precision', cited],
    ['false premises', judged.filter(({ question }) => question.kind === 'false').map(({ right }) => right)],
    ['follow-ups', judged.filter(({ question }) => question.before).map(({ right }) => right)],
  ];
  for (const [name, all] of rows) print(name, all);
  record(rows.map(([name, all]) => [`${way}: ${name}`, all.filter(Boolean).length, all.length]));
  printBins(
    'hits of a search',
    asked.flatMap(({ film, question, file, hits }) => {
      const lines = [...question.lines, ...(question.also ?? [])];
      return hits.map((hit) => ({ said: hit.score, right: isIn(film, file, lines)(hit) }));
    }),
  );
  if (showMissed)
    for (const { film, question, content, right } of judged)
      if (!right) console.log(`\n${film.id} ${question.kind}: ${question.text}\n${content}`);
}

/** Whether each quote belongs to the answer, and whether the question is answered right. */
function judgedOf({ film, question, file, citations }) {
  const right =
    question.kind === 'none' ? citations.length === 0 : citations.some(isIn(film, file, question.lines));
  const related = [...question.lines, ...(question.also ?? [])];
  return { right, quotes: citations.map(isIn(film, file, related)) };
}

/** Whether half of some words lies in one of these lines of a film, or half of a line in them. */
function isIn({ spans }, file, lines) {
  return ({ file_id, start_time, end_time }) =>
    file_id === file &&
    lines.some((at) => {
      const { start, end } = spans[at];
      const shared = Math.min(end_time, end) - Math.max(start_time, start);
      return shared >= Math.min(end_time - start_time, end - start) / 2;
    });
}

function print(name, all) {
  const share = all.length === 0 ? 0 : all.filter(Boolean).length / all.length;
  const [low, high] = intervalOf(all.filter(Boolean).length, all.length);
  const budget = BUDGETS[name];
  const missed = budget !== undefined && (budget < 0 ? share > -budget : share < budget);
  if (missed && set === 'sealed') process.exitCode = 1;
  const wanted =
    budget === undefined
      ? ''
      : `${budget < 0 ? 'at most' : 'at least'} ${Math.abs(budget)}${missed ? '  NOT MET' : ''}`;
  console.log(
    `${name.padEnd(20)} ${share.toFixed(2)}  ${low.toFixed(2)} to ${high.toFixed(2)}  of ${String(all.length).padStart(3)}  ${wanted}`,
  );
}
