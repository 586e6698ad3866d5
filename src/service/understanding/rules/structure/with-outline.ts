import type { ModalitiesResult } from '../../modalities/modalities-result.ts';
import { SHORTEST_CHAPTER } from '../chapters/index.ts';
import type { Outline } from '../outline/index.ts';
import { describeChapters, type MediaFacts, type Structure } from './index.ts';

/**
 * A structure with the chapters and titles of a language model where they hold. What does not stays as it was: quoted. The
 * media's own title and chapters are never replaced.
 * @param made the model, in words
 */
export function withOutline(
  structure: Structure,
  outline: Outline,
  { lines }: Pick<ModalitiesResult, 'lines'>,
  { duration, title, marks }: MediaFacts,
  made: string,
): Structure {
  const chapters = marks.length > 0 ? [] : chaptersOf(outline, lines, { duration, title, marks });
  const { digest } = structure;
  const titled = digest && title === null && outline.title !== undefined;
  return {
    ...structure,
    ...(chapters.length > 0 && { chapters, providers: { ...structure.providers, chapters: made } }),
    ...(titled && { digest: { ...digest, title: outline.title } }),
  };
}

function chaptersOf(
  { chapters }: Outline,
  lines: ModalitiesResult['lines'],
  { duration, marks }: MediaFacts,
): Structure['chapters'] {
  if (duration === null) return [];
  const own = chapters.filter(({ start }, at) => at === 0 || duration - start >= SHORTEST_CHAPTER);
  if (own.length < 2) return [];
  const starts = own.map(({ start }, at) => (at === 0 ? 0 : start));
  const spans = starts.map((start, at) => ({ start, end: starts[at + 1] ?? duration }));
  const described = describeChapters(spans, { lines, reports: [] }, { marks });
  return described.map((chapter, at) => ({ ...chapter, ...(own[at]?.title && { title: own[at].title }) }));
}
