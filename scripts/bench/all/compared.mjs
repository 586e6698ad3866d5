/** How far a ratio may be above the last that landed: what differs from run to run stays below it. */
const MOST = 1.3;

const recorded = ({ bench, name }, kept) =>
  kept.find((one) => one.bench === bench && one.name === name)?.ratio;

/** Whether a row is worse than the last that landed; one that is new is not. */
export function worse(row, kept) {
  const before = recorded(row, kept);
  return before !== undefined && row.ratio > MOST * before;
}

/** A table for a terminal, with what landed last beside each ratio. */
export function tableOf(rows, kept) {
  return rows
    .map((row) => {
      const before = recorded(row, kept);
      const said = worse(row, kept) ? 'WORSE' : row.most !== undefined && row.ratio > row.most ? 'over' : '';
      const cells = [row.bench.padEnd(9), row.name.padEnd(34), row.ratio.toFixed(2).padStart(6)];
      const budget = `budget ${row.most ?? 'none'}`.padEnd(13);
      return `${[...cells, `before ${before?.toFixed(2) ?? '–'}`.padEnd(12), budget, said].join('  ').trimEnd()}\n`;
    })
    .join('');
}

/**
 * Writes the table of the page anew.
 * @param text the page, with `<!-- performance -->` and `<!-- /performance -->` around it
 * @param kept the rows of docs/performance.json
 */
export function pageOf(text, kept) {
  const lines = kept.map(
    ({ bench, beside, name, ratio, most, commit }) =>
      `| \`${bench}\` | ${name} | ${beside} | ${ratio.toFixed(2)} | ${most ?? '–'} | ${commit} |`,
  );
  const table = [
    '| benchmark | what | beside | times | at most | commit |',
    '|---|---|---|---|---|---|',
    ...lines,
  ];
  return text.replace(
    /(<!-- performance -->\n)[\s\S]*?(<!-- \/performance -->)/,
    (_, begin, end) => `${begin}${table.join('\n')}\n${end}`,
  );
}
