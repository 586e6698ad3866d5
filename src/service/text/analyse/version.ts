/**
 * Raise it when the same text gives other terms than before: the service then re-analyses older documents in the
 * background. Never change the folded form of a word between versions: queries find older documents by it meanwhile.
 */
export const ANALYSER_VERSION = 1;
