/** What is used of the package that recognises languages. */
export interface Eld {
  detect(text: string): {
    readonly language: string;
    isReliable(): boolean;
    getScores(): Readonly<Record<string, number>>;
  };
}

let loaded: Promise<Eld> | undefined;

/** Loads the recogniser with the first text that needs it: a megabyte that searches do without. */
export function loadRecogniser(): Promise<Eld> {
  loaded ??= import('eld/extrasmall').then(({ eld }) => eld);
  return loaded;
}
