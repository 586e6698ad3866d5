/** The edits of each fault: file, text and what replaces it. */
export const planted: Readonly<Record<string, readonly (readonly [string, string, string])[]>>;
/** A seed that finds it. */
export const known: Readonly<Record<string, number>>;
