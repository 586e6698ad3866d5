/** Prints, of what was said to be so sure, how much is right: ten bins, with 95 % intervals (Wilson 1927). */
import { intervalOf } from './wilson.mjs';

const BINS = 10;
/** What is said to be this sure holds in the share of it that `HOLDS` names. */
const SURE = [0.85, 0.95];
const HOLDS = [0.8, 1];

/**
 * @param all `{said, right}`: a probability, and whether it came true
 * @returns whether, of what is said to be 0.9 sure, 0.8 to 1.0 are right; true where nothing is
 */
export function printBins(title, all) {
  console.log(`\n${title.padEnd(32)} count   said  right`);
  for (let bin = 0; bin < BINS; bin += 1)
    print(
      `${(bin / BINS).toFixed(1)} to ${((bin + 1) / BINS).toFixed(1)}`,
      all.filter(({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)) === bin),
    );
  const sure = all.filter(({ said }) => said >= SURE[0] && said < SURE[1]);
  print(`said to be 0.9 sure (${SURE.join(' to ')})`, sure);
  const share = sure.filter(({ right }) => right).length / sure.length;
  const holds = sure.length === 0 || (share >= HOLDS[0] && share <= HOLDS[1]);
  if (!holds) console.log(`NOT MET: ${HOLDS.join(' to ')} are right`);
  return holds;
}

function print(name, some) {
  const hits = some.filter(({ right }) => right).length;
  const mean = some.reduce((sum, { said }) => sum + said, 0) / some.length;
  const [low, high] = intervalOf(hits, some.length);
  const cells = some.length
    ? [mean.toFixed(2), (hits / some.length).toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`]
    : ['–', '–'];
  console.log(
    [name.padEnd(32), String(some.length).padStart(5), ...cells.map((cell) => cell.padStart(5))].join('  '),
  );
}
