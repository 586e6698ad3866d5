import { limits } from '../../contract/index.ts';

/** Characters that would disguise a name, or change the terminal that shows it. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/**
 * A file name for display: the last part of any path, without control or direction-changing characters, cut to
 * the longest name allowed.
 */
export function displayName(filename: string | undefined): string {
  const base = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = base.normalize('NFC').replace(UNSHOWN, '').trim();
  // Cuts at whole characters: half of one could not be stored.
  const short = [...clean].slice(0, limits.nameCharacters).join('');
  return short === '' || short === '.' || short === '..' ? 'untitled' : short;
}
