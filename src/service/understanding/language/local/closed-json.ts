/**
 * JSON that was cut off, without what is incomplete: it ends after the last whole entry of a list, and what is open is
 * closed. `{"a": [{"b": 1}, {"b"` becomes `{"a": [{"b": 1}]}`.
 * @returns undefined if no list has begun
 */
export function closedJson(text: string): string | undefined {
  const open: string[] = [];
  let inText = false;
  let whole: string | undefined;
  const closing = () => open.toReversed().join('');
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '{') open.push('}');
    else if (letter === '[') {
      open.push(']');
      whole = text.slice(0, at + 1) + closing();
    } else if (letter === '}' || letter === ']') open.pop();
    // A comma after an entry, or its closing bracket, shows that it is whole.
    const isBetween = letter === ',' && open.at(-1) === ']' && !inText;
    const isAfter = (letter === '}' || letter === ']') && !inText && open.at(-1) === ']';
    if (isBetween) whole = text.slice(0, at) + closing();
    else if (isAfter) whole = text.slice(0, at + 1) + closing();
  }
  return open.length === 0 && !inText && whole !== undefined ? text : whole;
}
