/**
 * Moments without a language model, on labelled films: F1 at IoU 0.5, average precision, how often a criterion that nothing in
 * a film meets gives none, and of moments that are said to be so sure, how many are right; with 95 % intervals (Wilson 1927).
 * Beside it: lines ranked by the vector of the rubric alone. Once as the films' words are written, and once as synthetic voices
 * say them and the default recogniser hears them (search/heard.mjs), without speakers.
 *
 *   npm run build && vau setup speech
 *   npm run bench -- moments [--sealed] [--written] [--set NAME] [--data FOLDER] [--minutes N]
 *   npm run bench -- moments-misbehaving          the older sets with a language model that misbehaves
 *
 * --sealed   only the criteria that nothing was fitted on (moments/material.mjs): run it once, at the end
 * --set      only own, held, other, trades, fit or talks
 * --written  only the films as they are written
 */
import { report } from './moments/figures.mjs';
import {
  criterionOf,
  filmsOf,
  isLabelled,
  labelledSets,
  labelsOf,
  loadJudge,
  openEncoder,
} from './moments/material.mjs';
import { hearFilms } from './search/heard.mjs';

/** For criteria that nothing was fitted on. */
const LEAST_F1 = 0.5;
const LEAST_NONE = 0.85;

const sealed = process.argv.includes('--sealed');
const only = process.argv.includes('--set') && process.argv[process.argv.indexOf('--set') + 1];
const names = sealed ? ['sealed'] : only ? [only] : ['own', 'held', 'other', 'fit'];
const judge = await loadJudge();
const encoder = await openEncoder(judge);
const { signal } = new AbortController();
const ranking = judge.rankingJudge({ encoder, reader: encoder });

for (const { name, films, criteria } of await labelledSets(names))
  for (const way of process.argv.includes('--written') ? ['written'] : ['written', 'heard']) {
    const heard = way === 'heard' ? await heardOf(films) : undefined;
    const results = await measured(criteria, await filmsOf(films, encoder, heard));
    await encoder.keep();
    const { f1, none } = report(`${name}, ${way}`, results);
    if (sealed && (f1 < LEAST_F1 || none < LEAST_NONE)) {
      console.log(`NOT MET: F1 at least ${LEAST_F1}, none at least ${LEAST_NONE}`);
      process.exitCode = 1;
    }
  }

async function heardOf(films) {
  const some = await hearFilms(films);
  if (some.size < films.length) {
    console.log(`${some.size} of ${films.length} films were heard: run it again to go on`);
    process.exitCode = 3;
  }
  return some;
}

/** All results: one for each criterion and film. */
async function measured(criteria, films) {
  const results = [];
  for (const labelled of criteria) {
    const criterion = criterionOf(labelled);
    const comparison = await judge.comparisonOf(judge.readRubric(criterion), encoder, signal);
    const [whole] = await encoder.encode([`${labelled.name}. ${labelled.rubric}`]);
    for (const film of films.filter((one) => isLabelled(labelled, one))) {
      const { evidence, duration } = film;
      const request = {
        criterion,
        signals: ['speech'],
        boundaryPolicy: 'sentence',
        minDuration: 1,
        maxDuration: 300,
      };
      const { moments } = await ranking.judge({ ...request, evidence, cuts: [], duration }, signal);
      const timed = ({ from, to }) => ({ start: evidence[from].start, end: evidence[to].end });
      const read = await judge.readWith(encoder, criterion, evidence, comparison, signal);
      const candidates = judge.candidatesOf(evidence, comparison, read);
      results.push({
        id: labelled.id,
        film,
        labels: labelsOf(labelled, film),
        moments,
        ranked: candidates.map((one) => ({ ...timed(one), rank: judge.rankOf(one, comparison.rubric) })),
        plain: evidence.map(({ start, end, vector: own }) => ({
          start,
          end,
          rank: judge.cosine(own, whole),
        })),
      });
    }
  }
  return results;
}
