/** The part of the language recogniser that we use. */
export interface Eld {
  detect(text: string): {
    readonly language: string;
    isReliable(): boolean;
    getScores(): Readonly<Record<string, number>>;
  };
}

let loaded: Promise<Eld> | undefined;

/** Loads the recogniser on first use: it is 1 MB, and searches do not need it. */
export function loadRecogniser(): Promise<Eld> {
  loaded ??= import('eld/extrasmall').then(({ eld }) => eld);
  return loaded;
}
