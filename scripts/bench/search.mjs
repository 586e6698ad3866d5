/**
 * Measures search by words and by meaning on labelled films, most of the questions in other words, a quarter without an
 * answer: with the words as written, and beside it as synthetic voices say them and the default recogniser hears them, in all
 * films and in half of them (each half once). Set a is for fitting, set b never. Every line is encoded, as by processing: it
 * takes minutes.
 *
 *   apt-get install ffmpeg espeak-ng festival festvox-{kallpc16k,kdlpc16k,us-slt-hts}
 *   npm run build && vau setup speech
 *   npm run bench -- search [--a | --b | --fit] [--shifted | --short | --blurred | --chance] [--data FOLDER] [--minutes N] [--missed]
 *
 * --fit fits the weights of src/service/search/scores/likelihood-weights.ts on what is heard of set a and on answers/fit as it
 * is written, whose questions are of other hands, and prints them with cross-validated figures; and the packaged encoder on the examples, for src/service/understanding/models/embeddings/scale/measure.ts.
 *
 * --shifted and the three after it measure another encoder (search/stand-ins.mjs), through the endpoint and with the scale
 * that the service measures.
 *
 * --data     the data folder with the recogniser that vau setup brought, default that of vau; nothing is written there
 * --minutes  after which no further film is heard, default 60. What was heard is kept (search/heard.mjs): the next run goes
 *            on. The figures are of the films that were heard, at least half of each set; exits 3 if they are fewer.
 *
 * --missed   prints the questions of set a whose place is not among the first three as heard, with what was said and heard there
 *
 * A result counts if it has half of an answer's line. Exits 1 when a budget is not met, or what is heard is found worse than
 * what is written by more than 0.03.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { printBins } from './bins.mjs';
import { record } from './record.mjs';
import { addFilms } from './search/fill.mjs';
import {
  answerCount,
  answers,
  labelledFilms,
  late,
  recognised,
  subtitled,
  written,
} from './search/films.mjs';
import { fitLikelihood } from './search/fit.mjs';
import { hearFilms } from './search/heard.mjs';
import { standIn, standIns } from './search/stand-ins.mjs';
import { bundleService } from './service-bundle.mjs';

const asked = ['a', 'b'].filter((set) => process.argv.includes(`--${set}`));
const sets = asked.length > 0 ? asked : ['a', 'b'];

const other = standIns.find((name) => process.argv.includes(`--${name}`));

/** How much worse what is heard may be found than what is written. */
const WORSE = 0.03;

/** By way, whether the film of a place in its set is searched as it was heard: an archive has some with subtitles, too. */
const WAYS = {
  written: () => false,
  even: (at) => at % 2 === 0,
  odd: (at) => at % 2 === 1,
  heard: () => true,
};

/** The row that says how many right results begin where their words do. */
const BEGINS = 'begins within a second';

/** Characters of the names of the figures. */
const NAME = 28;

const bundle = await bundleService();
const modules = await import(bundle.outfile);
try {
  if (process.argv.includes('--fit')) await fitOnHeard();
  else for (const set of sets) await compare(set);
} finally {
  await modules.stopEncoders();
  await bundle.remove();
}

async function fitOnHeard() {
  const { films, heard } = await hearSet('a');
  if (!heard) return;
  const questions = await withFilms(
    films.map((film) => recognised(film, heard.get(film.id))),
    documentsOfAll,
  );
  for (const others of await filmsOfOthers()) questions.push(...(await withFilms(others, documentsOfAll)));
  fitLikelihood(questions, ['words', 'cosine', 'most words', 'before', 'before and cosine']);
  const cosines = await modules.exampleCosines(modules.sentenceEncoder, new AbortController().signal);
  console.log(JSON.stringify(modules.fitLogOdds(cosines.answers, cosines.others)));
}

/** @returns by collection the films of answers/fit, as written, with their questions in the form of the films of set a */
async function filmsOfOthers() {
  const read = async (name) =>
    JSON.parse(await readFile(new URL(`answers/fit/${name}.json`, import.meta.url), 'utf8'));
  const [films, asked] = await Promise.all([read('films'), read('asked')]);
  const questionsOf = (id) =>
    asked
      .filter(({ film }) => film === id)
      .map(({ kind, text, lines, also = [] }) => ({
        kind: kind === 'none' ? 'asked none' : 'asked',
        text,
        answers: [...lines, ...also],
      }));
  const whole = films.map((film) => ({ ...written(film), questions: questionsOf(film.id) }));
  return [...new Set(films.map(({ collection }) => collection))].map((name) =>
    whole.filter(({ collection }) => collection === name),
  );
}

async function compare(set) {
  const { films, heard } = await hearSet(set);
  if (!heard) return;
  const ways = {};
  for (const [way, isHeard] of Object.entries(WAYS)) {
    const asked = await withFilms(
      films.map((film, at) => (isHeard(at) ? recognised(film, heard.get(film.id)) : written(film))),
      askAll,
    );
    ways[way] = asked.filter(({ film }) => heard.has(film));
  }
  const { written: asWritten, even, odd, heard: asHeard } = ways;
  const cut = await withFilms(films.filter(({ id }) => heard.has(id)).map(subtitled), askAll);
  print({ written: asWritten, subtitled: cut, half: [...even, ...odd], heard: asHeard });
  for (const [way, all] of [
    ['as written', asWritten],
    ['as heard', asHeard],
  ])
    printBins(
      `hits, ${way}`,
      all.flatMap(({ hits }) => hits),
    );
  if (set === 'a' && process.argv.includes('--missed')) printMissed(films, heard, asHeard);
  const prefix = sets.length > 1 ? `set ${set}, ` : '';
  for (const [way, asked, times] of [
    ['as written', asWritten, 1],
    ['half as heard', [...even, ...odd], 2],
    ['as heard', asHeard, 1],
    ['as subtitles', cut, 1],
  ])
    record(
      rowsOf(asked).flatMap(([name, value, , count]) =>
        // Where lines are cut by sentences and segments by lines, results begin where they should.
        count && (name === BEGINS) === (asked === cut)
          ? [[`${prefix}${way}: ${name}`, (value * count) / times, count / times]]
          : [],
      ),
    );
}

/** @returns the films, and what was heard of them if that is enough to measure */
async function hearSet(set) {
  const films = await labelledFilms(set);
  const heard = await hearFilms(films, modules);
  console.log(`set ${set}: ${heard.size} of ${films.length} films were heard`);
  if (heard.size * 2 >= films.length) return { films, heard };
  console.log('that is less than half of them: run it again to go on');
  process.exitCode = 3;
  return { films };
}

async function withFilms(films, work) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-search-'));
  const endpoint = other && (await standIn(other, modules.sentenceEncoder));
  const config = { dataDir, requestsPerSecond: 0, vectorWaitMs: 60_000 };
  const service = await modules.openService({
    config: endpoint ? { ...config, embeddings: endpoint.embeddings } : config,
    newToken: true,
  });
  try {
    const places = await addFilms(modules, service, films);
    if (endpoint) await measureOther(service);
    return await work({ service, films, ...places });
  } finally {
    endpoint?.close();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As the service does when an encoder has its first vectors. */
async function measureOther({ context }) {
  const write = (change) => context.db.transaction().execute(change);
  const ctx = { ...context, write, signal: new AbortController().signal };
  if (!(await modules.measureEncoder(ctx, modules.encoderFor(context.config))))
    throw new Error(`${other} cannot be measured`);
  const { scale } = await context.db.selectFrom('encoders').select('scale').executeTakeFirstOrThrow();
  console.log(`${other}: ${scale}`);
}

async function askAll({ service, films, collection, ids }) {
  const asked = [];
  for (const film of films)
    for (const question of film.questions) asked.push(await ask(service, collection, ids, film, question));
  return asked;
}

/** @returns each question with the documents that are found for it */
async function documentsOfAll({ service, films, collection, ids }) {
  const account = await modules.localAccount(service.context.db, service.context.clock());
  const ctx = await modules.withEncoder(service.context);
  const knowledgeBase = { source: 'collections', collections: [collection] };
  const places = new Map(
    (
      await service.context.db
        .selectFrom('documents')
        .select(['docid', 'file_id', 'start_time', 'end_time'])
        .execute()
    ).map((document) => [document.docid, document]),
  );
  const signal = new AbortController().signal;
  const questions = [];
  for (const [number, film] of films.entries())
    for (const question of film.questions.filter(({ kind }) => kind !== 'shown')) {
      const request = { query: question.text, knowledgeBase, scope: 'segment', limit: 10 };
      const { candidates } = await modules.findCandidates(ctx, account, request, signal);
      const isRight = (docid) => {
        const { file_id, start_time: start, end_time: end } = places.get(docid);
        return file_id === ids.get(film.id) && answers(film, question, { start, end });
      };
      const mostWords = Math.max(0, ...[...candidates.values()].map(({ words }) => words));
      const documents = [...candidates.values()].flatMap(({ docid, words, near }) => {
        if (!near) return [];
        return { features: modules.featuresOf({ words, ...near }, mostWords), right: isRight(docid) };
      });
      questions.push({ film: number, kind: question.kind, recognised: film.recognised, documents });
    }
  return questions;
}

async function ask(service, collection, ids, film, question) {
  const isRight = ({ file_id, start_time: start, end_time: end }) =>
    file_id === ids.get(film.id) && answers(film, question, { start, end });
  const all = await search(service, collection, question.text, { threshold: 0 });
  const shown = await search(service, collection, question.text, {});
  return {
    ...{ film: film.id, kind: question.kind, text: question.text, answers: answerCount(question) },
    all: all.map(isRight),
    hits: all.map((hit) => ({ said: hit.score, right: isRight(hit) })),
    late: all.filter(isRight).map(({ start_time: start }) => late(film, question, { start }))[0],
    shown: shown.map(isRight),
  };
}

async function search(service, collection, query, wish) {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const body = { query, collections: [collection], scope: 'segment', limit: 10, ...wish };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await service.app.request('/v1/search', init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.results;
}

/** @param ways the asked questions by way; the films of `half` were heard by halves, and their questions asked with both */
function print(ways) {
  const names = Object.keys(ways);
  console.log(
    [`${ways.written.length} questions`.padEnd(NAME), ...names.map((name) => name.padStart(7))].join('  '),
  );
  const rows = names.map((name) => rowsOf(ways[name]));
  for (const [at, [name, value, budget]] of rows[0].entries()) {
    const values = rows.map((row) => row[at][1]);
    const fewer = budget !== undefined && budget < 0;
    const missed = budget !== undefined && (fewer ? value > -budget : value < budget);
    const difference = values.at(-1) - value;
    const worse = (fewer ? difference : -difference) > WORSE;
    if (missed || worse) process.exitCode = 1;
    const cells = [
      ...[name.padEnd(NAME), ...values.map((one) => one.toFixed(3).padStart(7))],
      ...(budget === undefined ? [] : [`${fewer ? 'at most' : 'at least'} ${Math.abs(budget)}`]),
      ...(missed ? ['NOT MET'] : []),
      ...(worse ? [`HEARD WORSE BY MORE THAN ${WORSE}`] : []),
    ];
    console.log(cells.join('  '));
  }
}

function printMissed(films, heard, asked) {
  const missed = asked.filter(
    ({ film, kind, all }) => heard.has(film) && !kind.endsWith('none') && !all.slice(0, 3).includes(true),
  );
  for (const { film: id, kind, text } of missed) {
    const film = films.find((one) => one.id === id);
    const { answers: of } = film.questions.find((question) => question.text === text);
    console.log(`${id}  ${kind}: ${text}`);
    for (const at of Array.isArray(of) ? of : []) {
      const { lines, spans } = heard.get(id);
      const there = lines.filter(({ start, end }) => start < spans[at].end && end > spans[at].start);
      console.log(`  said:  ${film.lines[at].text}\n  heard: ${there.map((line) => line.text).join(' / ')}`);
    }
  }
}

/** Name, value, the least that is wanted of it, or below zero the most; and of how many it is a share. */
function rowsOf(asked) {
  const of = (kind) => asked.filter((one) => one.kind === kind);
  const hit = (kind, most) => share(of(kind), ({ all }) => all.slice(0, most).includes(true));
  const answered = asked.filter(({ kind }) => !kind.endsWith('none') && kind !== 'shown');
  const right = answered.filter(({ all }) => all.slice(0, 3).includes(true));
  const saysSo = (kind) => share(of(kind), ({ shown }) => shown.length === 0);
  return [
    ['hit@3, words that were said', hit('said', 3), 0.98, of('said').length],
    ['hit@3, as people ask', hit('asked', 3), 0.85, of('asked').length],
    ['hit@3, no word in common', hit('other', 3), 0.85, of('other').length],
    ['hit@1, words on the screen', hit('shown', 1), 0.85, of('shown').length],
    ['hit@1, words that were said', hit('said', 1)],
    ['hit@1, as people ask', hit('asked', 1)],
    ['hit@1, no word in common', hit('other', 1)],
    [BEGINS, share(right, ({ late: seconds }) => seconds <= 1), 0.9, right.length],
    ['nDCG@10, all with an answer', mean(answered.map(gain))],
    ['no answer, and it says so', saysSo('none'), 0.8, of('none').length],
    ['the same, as people ask', saysSo('asked none'), 0.8, of('asked none').length],
    [
      'right results left out',
      share(right, ({ shown }) => !shown.slice(0, 3).includes(true)),
      -0.05,
      right.length,
    ],
  ];
}

/** Normalised discounted gain of the first ten results; a line that was heard in two parts counts twice if both are found. */
function gain({ all, answers: count }) {
  const discount = (place) => 1 / Math.log2(place + 2);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const found = all.map((right, place) => (right ? discount(place) : 0));
  const most = Math.max(count, all.filter(Boolean).length);
  return sum(found) / sum(Array.from({ length: Math.min(10, most) }, (_, place) => discount(place)));
}

function share(list, holds) {
  return list.filter(holds).length / Math.max(1, list.length);
}

function mean(numbers) {
  return numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);
}
