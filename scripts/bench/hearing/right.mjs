/**
 * How far the confidence of a line holds: a line is right if at most a fifth of its words are wrong (added, another one, or
 * left out between its own), of numbers each digit; where nothing in English is said, no line is.
 */
import { printBins } from '../bins.mjs';
import { fitLogistic } from '../logistic.mjs';
import { compare, levelled } from './words.mjs';

/** The share of words that may be wrong in a line that is right. */
const WRONG = 0.2;
/** Penalty of large weights. */
const RIDGE = 0.3;

/** The weights `right` of trust-weights.ts. @param heard clips of the half `fit`, as evidenceOf gives them */
export function fitRight(modules, heard) {
  const rows = heard.flatMap(({ said, lines }) => {
    const right = rightOf(said, lines);
    return lines.flatMap((line, at) =>
      line.evidence.loops
        ? []
        : {
            features: modules.rightFeaturesOf(line, modules.trustFeatures(line, lines)),
            right: right[at],
          },
    );
  });
  return fitLogistic(rows, RIDGE);
}

/**
 * Prints how far the confidence of lines that are shown holds: ten bins for all, and one line for each kind of sound.
 * @returns the exit status
 */
export function reportRight(modules, heard) {
  const judged = heard.flatMap(({ kind, group = kind, said, lines }) => {
    const right = rightOf(said, lines);
    return modules
      .judged(lines)
      .map(({ confidence, doubt }, at) => ({ group, doubt, said: confidence, right: right[at] }));
  });
  const shown = judged.filter(({ doubt }) => !doubt);
  console.log('A line is right if at most a fifth of its words are wrong.');
  for (const group of new Set(shown.map((one) => one.group))) {
    const own = shown.filter((one) => one.group === group);
    const share = (some) =>
      some.length ? (some.filter(({ right }) => right).length / some.length).toFixed(2) : '–';
    const sure = own.filter(({ said }) => said >= modules.SURE);
    console.log(
      `${group.padEnd(12)} ${own.length} lines, ${share(own)} right; ${sure.length} are sure (${modules.SURE} and more), ${share(sure)} right`,
    );
  }
  printBins('with what is not trusted', judged);
  return printBins('lines, as shown', shown) ? 0 : 1;
}

/** Whether each line that was heard is right. @param said `{word}` of each word, if they are known */
function rightOf(said, lines) {
  if (!said) return lines.map(() => false);
  const saidText = said.map(({ word }) => word.trim()).join(' ');
  const heardText = lines.map(({ text }) => text.trim()).join(' ');
  const saidOf = new Map(compare(saidText, heardText).pairs.map(([own, heard]) => [heard, own]));
  const matched = new Set(saidOf.values());
  const words = (text) => [...new Set(levelled(text).map(({ word }) => word))];
  const [saidWords, heardWords] = [words(saidText), words(heardText)];
  let from = 0;
  return lines.map(({ text }) => {
    const to = from + text.trim().split(/\s+/).length;
    const own = heardWords.filter((word) => word >= from && word < to);
    from = to;
    const found = own.flatMap((word) => saidOf.get(word) ?? []);
    const [first, last] = [Math.min(...found), Math.max(...found)];
    const missing = saidWords.filter((word) => word > first && word < last && !matched.has(word)).length;
    return found.length > 0 && Math.max(own.length - found.length, missing) <= WRONG * own.length;
  });
}
