import { clockAt } from './clocks.ts';
import { countsAt } from './counts.ts';
import { dateAt } from './dates.ts';
import type { Figure, Found } from './figure.ts';
import { type Token, tokensOf } from './tokens.ts';

/** All dates, times of day and numbers in a text, in digits or in words, in their order; in this order they are looked for. */
export function figuresIn(text: string): Figure[] {
  const tokens = tokensOf(text);
  const taken = new Set<number>();
  const found: Found[] = [];
  for (const read of [dateAt, clockAt, countsAt])
    for (let at = 0; at < tokens.length; at += 1) {
      if (taken.has(at)) continue;
      for (const one of foundBy(read, tokens, at)) {
        found.push(one);
        for (let place = one.from; place < one.to; place += 1) taken.add(place);
      }
    }
  const ordered = found.toSorted((one, other) => one.from - other.from);
  return ordered.map(({ figure, from }, at) => {
    const denied = /^(?:not|nicht)$/.test(tokens[from - 1]?.form ?? '');
    const after = tokens[from - 1]?.form;
    return {
      ...withScaleOf(figure, neighboursOf(tokens, ordered, at)),
      ...(denied && { denied }),
      ...(after !== undefined && { after }),
    };
  });
}

type Reader = (tokens: readonly Token[], at: number) => Found | readonly Found[] | undefined;

function foundBy(read: Reader, tokens: readonly Token[], at: number): readonly Found[] {
  return [read(tokens, at) ?? []].flat();
}

/** Words between numbers that share what they count: "two or three thousand", "forty grand left there, maybe forty-five". */
const SHARING = /^(?:or|to|and)$/;
const ALTERNATIVE = /^(?:or|to|maybe|perhaps|possibly|even)$/;
const MOST_BETWEEN = 6;

/** The counts before and after one that share what they count with it. */
function neighboursOf(tokens: readonly Token[], found: readonly Found[], at: number): Figure[] {
  const shares = (one: Found | undefined, next: Found | undefined) => {
    if (!one || !next || next.from - one.to > MOST_BETWEEN) return false;
    const between = tokens.slice(one.to, next.from).map(({ form }) => form);
    return ALTERNATIVE.test(between.at(-1) ?? '') || between.every((form) => SHARING.test(form));
  };
  const [before, own, after] = [found[at - 1], found[at], found[at + 1]];
  return [
    ...(before && shares(before, own) ? [before.figure] : []),
    ...(after && shares(own, after) ? [after.figure] : []),
  ];
}

/** A number below a thousand counts thousands too, if its neighbour does. */
function withScaleOf(figure: Figure, neighbours: readonly Figure[]): Figure {
  if (figure.kind !== 'count' || figure.unit || figure.values.some((value) => value >= 1000)) return figure;
  const scales = neighbours.flatMap((one) =>
    one.kind === 'count' && /[a-z]/i.test(one.text)
      ? [1e3, 1e6, 1e9].filter((scale) => one.values.some((value) => value >= scale && value < scale * 1000))
      : [],
  );
  const scaled = scales.flatMap((scale) => figure.values.map((value) => value * scale));
  return scaled.length === 0 ? figure : { ...figure, values: [...figure.values, ...scaled] };
}
