import { figuresIn } from './figures.ts';

/** An address of a mailbox or a page. */
export function isAddress(text: string): boolean {
  return /^\S+@\S+$|^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}(?:\/\S*)?$/iu.test(text);
}

const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\s+at\s+/g, '@'],
  [/\s+(?:dot|punkt|point)\s+/g, '.'],
  [/\s+(?:dash|hyphen|minus)\s+/g, '-'],
  [/\s+underscore\s+/g, '_'],
  [/\s+slash\s+/g, '/'],
];

/** An address as it is written, of one that is spelled in a line: "bob at example dot com". */
export function spelledOut(text: string): string {
  const plain = SPELLED.reduce((line, [said, mark]) => line.replace(said, mark), text.toLowerCase());
  return plain.replace(/^https?:\/\/|\/$/g, '');
}

const LEAST_DIGITS = 6;

export function isPhone(text: string): boolean {
  return (
    !/^\d{4}-\d\d-\d\d/.test(text) &&
    /^\+?[\d\s()./-]+$/.test(text) &&
    text.replace(/\D/g, '').length > LEAST_DIGITS
  );
}

/** Whether a line has the digits of a number, also spelled; the country may be written before them. */
export function isDialled(phone: string, line: string): boolean {
  const wanted = phone.replace(/\D/g, '');
  const written = line.replace(/(?<=\d)[\s()./-]+(?=\d)/g, '').match(/\d+/g) ?? [];
  const spoken = figuresIn(line).flatMap((one) => (one.kind === 'count' ? [String(one.values[0])] : []));
  return [...written, spoken.join('')].some(
    (digits) => digits.length > LEAST_DIGITS && wanted.endsWith(digits) && wanted.length - digits.length <= 3,
  );
}
