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
  return found.toSorted((one, other) => one.from - other.from).map(({ figure }) => figure);
}

type Reader = (tokens: readonly Token[], at: number) => Found | readonly Found[] | undefined;

function foundBy(read: Reader, tokens: readonly Token[], at: number): readonly Found[] {
  return [read(tokens, at) ?? []].flat();
}
