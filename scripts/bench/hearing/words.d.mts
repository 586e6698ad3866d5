export function levelled(text: string): { token: string; word: number }[];
export function compare(
  said: string,
  heard: string,
): { errors: number; words: number; pairs: [number, number][] };
