import type { QuotableLine } from '../text/lines.ts';
import { likelihood } from './likelihood.ts';
import { bestQuote, type Quote, type WeightedTerm } from './quote.ts';
import type { NearPassage } from './vectors/nearest.ts';

/**
 * The words to quote for a document: those of the passage that is most likely right, by its words and its meaning. Lines
 * of no passage are quoted if they have more of the query's words than any passage.
 */
export function quoteByMeaning(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  passages: readonly NearPassage[],
): Quote | undefined {
  const byWords = bestQuote(lines, terms);
  let best = byWords && {
    quote: byWords,
    likely: likelyBy(byWords.share, cosineOf(byWords, passages)),
  };
  for (const passage of passages) {
    const own = lines.filter((line) => isOf(line, passage));
    const [first] = own;
    if (!first) continue;
    const words = bestQuote(own, terms)?.share ?? 0;
    const likely = likelyBy(words, passage.cosine);
    if (!best || likely > best.likely)
      best = { quote: { ...first, text: passage.text, end: passage.end, share: words }, likely };
  }
  return best?.quote;
}

/** For comparisons within one document. */
function likelyBy(words: number, cosine: number): number {
  return likelihood({ words, cosine }, 0);
}

function cosineOf(quote: Quote, passages: readonly NearPassage[]): number {
  const own = passages.filter((passage) => isOf(quote, passage)).map(({ cosine }) => cosine);
  return own.length > 0 ? Math.max(...own) : Math.min(...passages.map(({ cosine }) => cosine));
}

function isOf({ modality, start }: QuotableLine, passage: NearPassage): boolean {
  return modality === passage.modality && start >= passage.start && start < passage.end;
}
