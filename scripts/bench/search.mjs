/**
 * Measures search by words and by meaning on labelled films: half of them recognised speech, most of the questions in
 * other words, a quarter without an answer. Set a is for fitting, set b never. Takes minutes: every line is encoded, as by
 * processing. Build first (npm run build): the encoder runs in its bundle.
 *
 *   npm run bench -- search [--a | --b | --fit] [--shifted | --short | --blurred | --chance]
 *
 * --fit fits the weights of src/service/search/likelihood-weights.ts on set a, and prints them with cross-validated figures; and
 * the packaged encoder on the examples, for src/service/understanding/embeddings/scale/reference.ts.
 *
 * The others measure another encoder (search/stand-ins.mjs), through the endpoint and with the scale that the service
 * measures.
 *
 * A result counts if it starts within an answer's line. Exits 1 when a budget is not met.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addFilms } from './search/fill.mjs';
import { answersOf, recordedFilms } from './search/films.mjs';
import { fitLikelihood } from './search/fit.mjs';
import { standIn, standIns } from './search/stand-ins.mjs';
import { bundleService } from './service-bundle.mjs';

const asked = ['a', 'b'].filter((set) => process.argv.includes(`--${set}`));
const sets = asked.length > 0 ? asked : ['a', 'b'];

const other = standIns.find((name) => process.argv.includes(`--${name}`));

const bundle = await bundleService();
try {
  if (process.argv.includes('--fit')) await withFilms('a', fitWeights);
  else for (const set of sets) await withFilms(set, measure);
} finally {
  await bundle.remove();
}

async function withFilms(set, work) {
  const modules = await import(bundle.outfile);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-search-'));
  const endpoint = other && (await standIn(other, modules.sentenceEncoder));
  const config = { dataDir, requestsPerSecond: 0, vectorWaitMs: 60_000 };
  const service = await modules.openService({
    config: endpoint ? { ...config, embeddings: endpoint.embeddings } : config,
    newToken: true,
  });
  try {
    const films = await recordedFilms(set);
    const places = await addFilms(modules, service, films);
    if (endpoint) await measureOther(modules, service);
    await work(set, { modules, service, films, ...places });
  } finally {
    endpoint?.close();
    await modules.stopEncoders();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As the service does when an encoder has its first vectors. */
async function measureOther(modules, { context }) {
  const write = (change) => context.db.transaction().execute(change);
  const ctx = { ...context, write, signal: new AbortController().signal };
  if (!(await modules.measureEncoder(ctx, modules.encoderFor(context.config))))
    throw new Error(`${other} cannot be measured`);
  const { scale } = await context.db.selectFrom('encoders').select('scale').executeTakeFirstOrThrow();
  console.log(`${other}: ${scale}`);
}

async function measure(set, { service, films, collection, ids }) {
  const asked = [];
  for (const film of films)
    for (const question of film.questions) asked.push(await ask(service, collection, ids, film, question));
  print(set, asked);
}

async function fitWeights(_, { modules, service, films, collection, ids }) {
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
    for (const question of film.questions) {
      const request = { query: question.text, knowledgeBase, scope: 'segment', limit: 10 };
      const { candidates } = await modules.findCandidates(ctx, account, request, signal);
      const answers = answersOf(film, question);
      const isRight = (docid) => {
        const { file_id, start_time, end_time } = places.get(docid);
        return (
          file_id === ids.get(film.id) &&
          answers.some(({ start }) => start >= start_time - 0.01 && start < end_time)
        );
      };
      const mostWords = Math.max(0, ...[...candidates.values()].map(({ words, score }) => words ?? score));
      const documents = [...candidates.values()].flatMap(({ docid, words, near }) => {
        if (!near) return [];
        return { features: modules.featuresOf({ words, ...near }, mostWords), right: isRight(docid) };
      });
      questions.push({ film: number, kind: question.kind, recognised: film.recognised, documents });
    }
  fitLikelihood(questions, ['words', 'cosine', 'most words']);
  const { answers, others } = await modules.exampleCosines(modules.sentenceEncoder, signal);
  console.log(JSON.stringify(modules.fitLogOdds(answers, others)));
}

async function ask(service, collection, ids, film, question) {
  const answers = answersOf(film, question);
  const isRight = (one) =>
    one.file_id === ids.get(film.id) &&
    answers.some(({ start, end }) => one.start_time >= start - 0.01 && one.start_time < end);
  const all = await search(service, collection, question.text, { threshold: 0 });
  const shown = await search(service, collection, question.text, {});
  return {
    kind: question.kind,
    recognised: film.recognised,
    answers: answers.length,
    all: all.map(isRight),
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

function print(set, asked) {
  const of = (kind) => asked.filter((one) => one.kind === kind);
  const hit = (list, most = 3) => share(list, ({ all }) => all.slice(0, most).includes(true));
  const answered = asked.filter(({ kind }) => !kind.endsWith('none'));
  const right = answered.filter(({ all }) => all.slice(0, 3).includes(true));
  const saysSo = (kind) => share(of(kind), ({ shown }) => shown.length === 0);
  const rows = [
    ['hit@3, words that were said', hit(of('said')), 0.98],
    ['hit@3, as people ask', hit(of('asked')), 0.85],
    ['hit@3, as people ask, written', hit(of('asked').filter(({ recognised }) => !recognised))],
    ['hit@3, as people ask, recognised', hit(of('asked').filter(({ recognised }) => recognised))],
    ['hit@3, no word in common', hit(of('other')), 0.85],
    ['hit@1, words that were said', hit(of('said'), 1)],
    ['hit@1, as people ask', hit(of('asked'), 1)],
    ['hit@1, no word in common', hit(of('other'), 1)],
    ['nDCG@10, all with an answer', mean(answered.map(gain))],
    ['no answer, and it says so', saysSo('none'), 0.8],
    ['the same, as people ask', saysSo('asked none'), 0.8],
    ['right results left out', share(right, ({ shown }) => !shown.slice(0, 3).includes(true)), -0.05],
  ];
  console.log(`set ${set}: ${asked.length} questions`);
  for (const [name, value, budget] of rows) {
    const missed = budget !== undefined && (budget < 0 ? value > -budget : value < budget);
    if (missed) process.exitCode = 1;
    const wanted = budget === undefined ? '' : `${budget < 0 ? 'at most' : 'at least'} ${Math.abs(budget)}`;
    console.log([name.padEnd(32), value.toFixed(3), wanted, missed ? 'NOT MET' : ''].join('  ').trimEnd());
  }
}

/** Normalised discounted gain of the first ten results; a line counts once. */
function gain({ all, answers }) {
  const discount = (place) => 1 / Math.log2(place + 2);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const found = all.map((right, place) => (right ? discount(place) : 0));
  return sum(found) / sum(Array.from({ length: Math.min(10, answers) }, (_, place) => discount(place)));
}

function share(list, holds) {
  return list.filter(holds).length / Math.max(1, list.length);
}

function mean(numbers) {
  return numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);
}
