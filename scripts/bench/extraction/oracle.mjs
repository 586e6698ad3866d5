import { comparison, loadExtraction, schemasOf, typeAt } from './material.mjs';
import { openEncoder } from '../moments/material.mjs';
const x = await loadExtraction(); const isRight = comparison(x); const encoder = await openEncoder(x);
const known = new Map(); const mentions = (p) => { if (!known.has(p)) known.set(p, x.mentionsIn(p, undefined)); return known.get(p); };
let n=0, has=0, first=0;
for (const { film, schema, fields, passages } of await schemasOf('/tmp/fitset')) {
  const reader = await x.readFor(schema, passages, { mentions, encoder, signal: new AbortController().signal });
  for (const { question, all } of reader.weigh(passages)) {
    const field = fields[question.path]; if (!field || field.expected === null) continue;
    const d = x.distinct(all); n++;
    const at = d.findIndex((c) => isRight(c.value, field));
    if (at >= 0) has++; if (at === 0) first++;
    const show = (c) => c ? `${JSON.stringify(c.value)} (${c.odds.toFixed(1)} m${c.meaning.toFixed(1)} w${c.ground.words.toFixed(2)} n${c.near.toFixed(2)} b${c.bound.toFixed(2)} f${c.fit} a${c.ground.answers.toFixed(1)} L${passages.indexOf(c.ground.statement.passage)})` : '-';
    if (at !== 0) console.log(`${film.slice(0,3)} ${question.path} [${typeAt(schema, question.path)}] rank ${at} of ${d.length}: want ${JSON.stringify(field.expected)} L${field.lines}\n     top ${show(d[0])}  right ${show(d[at])}`);
  }
}
console.log({ n, has, first });
await encoder.keep();
