/**
 * JSON that was cut off, without what is incomplete: it ends after the last whole entry of its outermost list, and what is
 * open is closed. `{"a": [{"b": 1}, {"b"` becomes `{"a": [{"b": 1}]}`.
 * @returns undefined if no list has begun
 */
export function closedJson(text: string): string | undefined {
  const open: string[] = [];
  let whole: string | undefined;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
      continue;
    }
    if (letter === '"') inText = true;
    else if (letter === '{') open.push('}');
    else if (letter === '[') open.push(']');
    else if (letter === '}' || letter === ']') open.pop();
    // An entry is whole behind its closing bracket, and before a comma.
    const end = letter === ',' ? at : at + 1;
    if (/[[\]},]/.test(letter) && isInOutermostList(open)) whole = text.slice(0, end) + closing(open);
  }
  return open.length === 0 && whole !== undefined ? text : whole;
}

function isInOutermostList(open: readonly string[]): boolean {
  return open.at(-1) === ']' && open.indexOf(']') === open.length - 1;
}

function closing(open: readonly string[]): string {
  return open.toReversed().join('');
}
