/** Prints the figures of the hearing benchmark, each with its budget. */
import { record } from '../record.mjs';
import { against, spread, trustedOf, wordsOf } from './heard.mjs';

/** Word errors and trusted words as shares; places within NEAR seconds as a share; processor time of real time. */
const BUDGET = {
  read: 0.07,
  real: 0.12,
  synthetic: 0.1,
  places: 0.9,
  invented: 0.02,
  trusted: 0.95,
  processor: 0.16,
};
const NEAR = 0.5;
const LONG = 10;

/** Where nothing in English is said. */
const OTHERS = ['language', 'music', 'song', 'noise'];

/**
 * @param heard clips with `{lines, said?, seconds, cpu}`, lines being `{text, start, words, trusted}`
 * @returns the names of the budgets that were missed
 */
export function report(heard) {
  const rows = heard.map((row) => ({ ...row, ...(row.said && against(row.said, row.lines)) }));
  for (const row of rows) printRow(row);
  const missed = [...errors(rows), ...places(rows), ...trust(rows), ...processor(rows)];
  if (missed.length > 0) console.log(`\nMissed: ${missed.join('; ')}`);
  return missed;
}

function printRow({ kind, group, half, name, lines, errors, words, seconds, model }) {
  const wrong = words
    ? `${String(errors).padStart(3)} of ${String(words).padStart(3)} wrong`
    : ' '.repeat(16);
  const trusted = `${String(trustedOf(lines)).padStart(4)} of ${String(wordsOf(lines)).padStart(3)} trusted`;
  const sure = lines.map(({ confidence }) => confidence?.toFixed(2)).join(' ');
  console.log(
    [
      (group ?? kind).padEnd(10),
      half.padEnd(6),
      name.slice(0, 34).padEnd(34),
      wrong,
      trusted,
      (model / seconds).toFixed(3),
      sure,
    ].join('  '),
  );
}

function errors(rows) {
  const said = rows.filter(({ words }) => words > 0);
  const real = said.filter((row) => row.real);
  const groups = [
    ['read', said.filter(({ group }) => group === 'read')],
    ['acted', said.filter(({ group }) => group === 'acted')],
    ['by telephone', said.filter(({ group }) => group === 'telephone')],
    ['in noise', said.filter(({ group }) => group === 'noisy')],
    ['real', real, 'all real English'],
    ['synthetic', said.filter(({ group }) => group === 'synthetic'), 'synthetic voices'],
    ['espeak', said.filter(({ group }) => group === 'espeak')],
  ];
  console.log('\nWord errors');
  return groups.flatMap(([name, some, title = name]) => {
    const words = sum(some, 'words');
    if (words === 0) return [];
    const rate = sum(some, 'errors') / words;
    record([[`words wrong, ${title}`, sum(some, 'errors'), words]]);
    return line(`${title}: ${some.length} clips, ${words} words`, rate, { most: BUDGET[name] });
  });
}

function places(rows) {
  console.log(`\nPlaces, within ${NEAR} s`);
  return [
    ['starts of lines', rows.flatMap(({ ofLines = [] }) => ofLines)],
    ['starts of words', rows.flatMap(({ ofWords = [] }) => ofWords)],
  ].flatMap(([name, values]) => {
    if (values.length === 0) return [];
    const { within, median, ninth } = spread(values, NEAR);
    const how = `${values.length}, median ${median.toFixed(2)} s, nine of ten within ${ninth.toFixed(2)} s`;
    return line(`${name}: ${how}`, within, { least: BUDGET.places });
  });
}

/** The half `fit` is printed only: what is trusted was fitted on it. */
function trust(rows) {
  return ['fit', 'unseen'].flatMap((half) => {
    const own = rows.filter((row) => row.half === half);
    if (own.length === 0) return [];
    console.log(`\nTrusted words, half ${half}`);
    const bound = (budget) => (half === 'fit' ? {} : budget);
    const clean = own.filter(
      ({ kind, real, group }) => kind === 'english' && real && /read|acted|set/.test(group),
    );
    const others = own.filter(({ kind }) => OTHERS.includes(kind));
    for (const group of ['telephone', 'noisy', 'synthetic', 'espeak'])
      share(
        `English, ${group}`,
        own.filter((row) => row.group === group && row.kind === 'english'),
        {},
      );
    for (const kind of OTHERS)
      share(
        kind,
        own.filter((row) => row.kind === kind),
        {},
      );
    return [
      ...share('clean English', clean, bound({ least: BUDGET.trusted })),
      ...share('not English', others, bound({ most: BUDGET.invented })),
    ];
  });
}

function share(name, rows, bound) {
  if (rows.length === 0) return [];
  const lines = rows.flatMap((row) => row.lines);
  const words = wordsOf(lines);
  const silent = rows.filter((row) => row.lines.length === 0).length;
  const title = `${name}: ${rows.length} clips, ${silent} without words, ${words} words`;
  return line(title, trustedOf(lines) / Math.max(1, words), bound);
}

/** Of clips that are long enough that what is spent once a file does not count. */
function processor(rows) {
  console.log(`\nProcessor time of real time, clips of ${LONG} s and more: the model's process`);
  const long = rows.filter(({ seconds }) => seconds >= LONG);
  if (long.length === 0) return [];
  const of = (some, name) => sum(some, name) / sum(some, 'seconds');
  for (const group of new Set(long.map((row) => row.group ?? row.kind)))
    line(
      group,
      of(
        long.filter((row) => (row.group ?? row.kind) === group),
        'model',
      ),
      {},
    );
  line('all processes, with decoding', of(long, 'cpu'), {});
  return line('hearing', of(long, 'model'), { most: BUDGET.processor });
}

function line(name, value, { most, least }) {
  const bad = value > most || value < least;
  const budget = most ?? least;
  const bound = budget === undefined ? '' : `  (${most === undefined ? 'at least' : 'at most'} ${budget})`;
  console.log(`  ${name}: ${value.toFixed(3)}${bound}${bad ? '  MISSED' : ''}`);
  return bad ? [`${name.split(':')[0]} ${value.toFixed(3)}`] : [];
}

function sum(rows, name) {
  return rows.reduce((total, row) => total + (row[name] ?? 0), 0);
}
