/** Places in files as people write them: `talk.mp4@1:02`. */

/** A file and a second in it. */
export interface Place {
  /** The name or id of the file. */
  readonly name: string;
  /** Seconds. */
  readonly time: number;
}

/** The place that a word names; undefined for a word without `@TIME` at its end. */
export function placeOf(word: string): Place | undefined {
  const [, name, at = ''] = /^(.+)@([\d:.]+)$/s.exec(word) ?? [];
  const time = secondsOf(at);
  return name === undefined || time === undefined ? undefined : { name, time };
}

/** True for a URL, or the URI of a file of the service. */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** Seconds of `72.5`, `1:12.5` or `0:01:12.5`; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(text)) return undefined;
  return text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}
