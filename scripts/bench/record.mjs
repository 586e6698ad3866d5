import { appendFileSync } from 'node:fs';

/**
 * Gives the figures of a benchmark to scripts/quality.mjs, if that started it.
 * @param rows each `[name, right, of]`: so many of so many
 */
export function record(rows) {
  const file = process.env.VAU_QUALITY;
  const own = rows.map(([name, right, of]) => ({ name, share: of === 0 ? 0 : right / of, of }));
  if (file !== undefined) appendFileSync(file, own.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/**
 * Gives costs relative to an anchor that was measured in the same run to bench/all.mjs, if that started it.
 * @param rows each `[name, ratio, most]`: less is better; `most` is its budget, if it has one
 */
export function recordRatios(rows) {
  const file = process.env.VAU_RATIOS;
  if (file === undefined) return;
  const own = rows.map(([name, ratio, most]) => ({ name, ratio: Number(ratio.toFixed(3)), most }));
  appendFileSync(file, own.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
