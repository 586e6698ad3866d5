import { limits } from '../../contract/index.ts';

/** A path of Windows, as some browsers send it; elsewhere a backslash is a letter of the name. */
const WINDOWS_PATH = /^(?:[a-z]:|\\)\\/i;
/** Characters that would change the lines of whoever shows a name. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that would disguise a name. Not the joiners, without which Persian words and emoji are other ones. */
const UNSHOWN = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu;

/**
 * A file name for display: the last part of any path, with a space for control characters and without direction-changing
 * ones, cut to the longest name allowed.
 */
export function displayName(filename: string | undefined): string {
  const parts = (filename ?? '').split(WINDOWS_PATH.test(filename ?? '') ? /[/\\]/ : '/');
  const clean = (parts.at(-1) ?? '').normalize('NFC').replace(CONTROL, ' ').replace(UNSHOWN, '').trim();
  // Cuts at whole characters: half of one could not be stored.
  const short = [...clean].slice(0, limits.nameCharacters).join('');
  return short === '' || short === '.' || short === '..' ? 'untitled' : short;
}
