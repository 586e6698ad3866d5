/**
 * A word as it is typed in a shell, quoted if needed. @param platform on Windows, cmd and PowerShell know double quotes
 * in common; a path has none
 */
export function shellWord(word: string, platform = process.platform): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (platform !== 'win32') return `'${word.replaceAll("'", `'\\''`)}'`;
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}
