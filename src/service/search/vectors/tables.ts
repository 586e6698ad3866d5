/** Where the vectors of one kind are kept. Encoders have rows of one table, and each makes vectors of one kind. */
export interface VectorTables {
  readonly items: 'passages' | 'pictures';
  readonly bits: 'passage_bits' | 'picture_bits';
  /** The column of collection_files with the encoder of a file's vectors. */
  readonly madeBy: 'encoded_by' | 'pictured_by';
}

/** Spoken sentences, shown texts and described scenes. */
export const PASSAGES: VectorTables = {
  items: 'passages',
  bits: 'passage_bits',
  madeBy: 'encoded_by',
};

/** Frames. */
export const PICTURES: VectorTables = {
  items: 'pictures',
  bits: 'picture_bits',
  madeBy: 'pictured_by',
};
