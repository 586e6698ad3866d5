/** What is sent to the encoder: texts to encode, or the id of a request that nobody waits for any more. */
export type EncoderRequest =
  | { readonly type: 'encode'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'cancel'; readonly id: number };

/** What comes back: one vector for each text, in order, or a readable reason. */
export type EncoderReply =
  | { readonly type: 'encoded'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
