/** Patterns of file names, for shells that leave them as they are. All functions are pure. */

/** Whether a text has a character that makes it a pattern. */
export const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** The folder in which a pattern begins to vary: `a/b` of `a/b/*.mp4`, empty for the folder one is in. */
export function baseOf(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(isPattern);
  const base = parts.slice(0, first).join('/');
  return base === '' && pattern.startsWith('/') ? '/' : base;
}

/**
 * A pattern as a regular expression for whole paths with slashes. `*` and `?` stay within a name, `**` crosses
 * folders, `[a-z]` and `{a,b}` choose. Names that begin with a dot are the caller's to leave out.
 */
export function patternOf(pattern: string): RegExp {
  const parts = /\*\*\/?|\*|\?|\[(!?)((?:\\.|[^\]])+)\]|\{([^{}]*)\}|[^*?[{]+|[[{]/g;
  const source = pattern.replaceAll(parts, (part: string, not = '', set?: string, options?: string) => {
    if (part === '**') return '.*';
    if (part === '**/') return '(?:[^/]+/)*';
    if (set !== undefined) return `[${not ? '^' : ''}${set.replaceAll(/[\\\]^[]/g, '\\$&')}]`;
    if (options !== undefined) return `(?:${options.split(',').map(withStars).join('|')})`;
    return withStars(part);
  });
  return new RegExp(`^${source}$`, 'u');
}

const withStars = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, (one) => ({ '*': '[^/]*', '?': '[^/]' })[one] ?? `\\${one}`);
