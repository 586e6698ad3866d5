import { intervalOf } from '../bench/wilson.mjs';
import { BENCHES, FEW } from './benches.mjs';

/**
 * Writes the tables of a page anew.
 * @param text the page, with `<!-- quality: NAME -->` and `<!-- /quality -->` around each table
 * @param kept the commit and the figures of each benchmark, as docs/quality.json has them
 */
export function pageOf(text, kept) {
  return text.replaceAll(
    /(<!-- quality: (\w+) -->\n)[\s\S]*?(<!-- \/quality -->)/g,
    (_, begin, name, end) => `${begin}${tableOf(name, kept[name])}${end}`,
  );
}

function tableOf(name, { commit, rows }) {
  const { args, published } = BENCHES[name];
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${shown(row)} | ${Number.isInteger(row.of) ? row.of : '–'} | ${interval(row)} |`,
  );
  return [
    '| | share | of | 95 % interval |',
    '|---|---|---|---|',
    ...lines,
    '',
    `Measured at commit ${commit} by \`npm run bench -- ${args.join(' ')}\`. ${published}`,
    '',
  ].join('\n');
}

/** Small counts as they are, others in percent. Figures of before this script are said as they were, in fewer digits. */
function shown({ share, of, said }) {
  if (said !== undefined) return said;
  if (of !== undefined && of <= FEW) return `${Math.round(share * of)} of ${of}`;
  return `${(share * 100).toFixed(1)} %`;
}

function interval({ share, of, low, high }) {
  if (low === undefined && of === undefined) return '–';
  const [from, to] = low === undefined ? intervalOf(share * of, of) : [low, high];
  return `${Math.round(from * 100)} to ${Math.round(to * 100)} %`;
}
