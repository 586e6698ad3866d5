/**
 * Raised when the same text gives other terms than before: what was indexed by an older version is then analysed again
 * in the background. Every version keeps the folded form of a word as it is, so that queries find old rows meanwhile.
 */
export const ANALYSER_VERSION = 1;
