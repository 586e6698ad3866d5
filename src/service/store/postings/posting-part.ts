import type { DocidSet } from './docid-set.ts';
import type { PostingList } from './posting-list.ts';

/** A part of a term's postings. Documents in `deleted` are no longer in it. */
export interface PostingPart {
  readonly list: PostingList;
  readonly deleted?: DocidSet | undefined;
}
