import type { Evidence, SpeakerFilter } from '../../../understanding/moments/port.ts';

/** Those who speak in these lines, each once. */
export function speakersIn(lines: readonly Evidence[]): string[] {
  const named = lines.flatMap(({ signal, speaker }) =>
    signal === 'speech' && speaker !== undefined ? [speaker] : [],
  );
  return [...new Set(named)];
}

/** Whether a moment with these speakers passes a filter. Names match whatever their case. */
export function speakersAllowed(speakers: readonly string[], filter: SpeakerFilter | undefined): boolean {
  const { include = [], exclude = [], match = 'any' } = filter ?? {};
  const present = new Set(speakers.map(folded));
  const speaks = (name: string) => present.has(folded(name));
  if (exclude.some(speaks)) return false;
  if (include.length === 0) return true;
  return match === 'all' ? include.every(speaks) : include.some(speaks);
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
