import type { TextForm } from './messages.ts';

/**
 * The tokens of a text as a model wants them: cut, ended, and filled up.
 * @param ids as the tokenizer gives them
 */
export function fitted(ids: readonly number[], { mostTokens, padding, end }: TextForm): number[] {
  const last = ids.at(-1);
  const ended = end === undefined || last === end ? ids : [...ids, end];
  const cut =
    ended.length <= mostTokens ? [...ended] : [...ended.slice(0, mostTokens - 1), ended.at(-1) ?? 0];
  if (padding === undefined) return cut;
  return [...cut, ...new Array<number>(mostTokens - cut.length).fill(padding)];
}
