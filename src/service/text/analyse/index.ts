export { type Analysis, analyse, indexText, languageOf, termsOf, type Word } from './analyse.ts';
export { cut } from './cut.ts';
export { fold, written } from './fold.ts';
export { pairsWanted } from './pairs.ts';
export { recogniseLanguages } from './recognise.ts';
export { stemOf } from './stems/index.ts';
export { isStopWordOf } from './stop-words.ts';
export { exactTerm, stemTerm, TERM_MARKS, wordOfTerm } from './terms.ts';
export { ANALYSER_VERSION } from './version.ts';
