/**
 * A text from media as one line of material. Nothing in it can end the material or look like the marks with which
 * models separate roles: line breaks and control characters become spaces, and the brackets of such marks change.
 */
export function dataLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/<(?=[/|!a-z])/gi, '‹')
    .replace(/\[(?=\/?INST\])/g, '(')
    .trim();
}

/** Lines of `dataLine` as the data part of a question. */
export function fenced(lines: readonly string[]): string {
  return `<material>\n${lines.join('\n')}\n</material>`;
}
