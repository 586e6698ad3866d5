import { formOf } from './word-forms.ts';

/** A word, a number in digits or a mark of money and the like. */
export interface Token {
  /** Lower case; digits in plain form. */
  readonly form: string;
  readonly raw: string;
  /** Whether a mark that ends a clause stands before it. */
  readonly apart: boolean;
}

const TOKEN =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|(?<![\p{L}\p{N}])[-−](?=\d)|\d+(?:[.,'\u00a0\u202f]\d+)*(?:st|nd|rd|th|k|mn|bn|m)?(?!\p{L})|[$€£¥₹₽%°¢]|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*|\d+/giu;

export function tokensOf(text: string): Token[] {
  const plain = text
    .replace(/’/g, "'")
    .replace(/(?<![\d.,+]|\d )\d{1,3}(?: \d{3})+(?! ?\d)/g, (digits) => digits.replaceAll(' ', ''))
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/\bper\s+cent\b/gi, 'percent')
    .replace(/(?<=\d)(?!(?:st|nd|rd|th|mn|bn|k|m)\b)(?=\p{L})/giu, ' ')
    .replace(/(?<=\d)\s+s\b/g, '')
    .replace(/\bq([1-4])\b/gi, 'quarter $1');
  let before = 0;
  let minus = '';
  return [...plain.matchAll(TOKEN)].flatMap(({ 0: raw, index }) => {
    const between = plain.slice(before, index);
    before = index + raw.length;
    if (/^[-−]$/.test(raw)) {
      minus = '-';
      return [];
    }
    const form = `${minus}${formOf(raw).replace(/(?<=\d)[.,'\u00a0\u202f](?=\d)/g, (mark) => mark)}`;
    minus = '';
    return [
      {
        form: /^-?\d/.test(form) ? (plainDigits(form)[0] ?? form) : form,
        raw,
        apart: /[.,;:!?()\n—–]/.test(between),
      },
    ];
  });
}

/** The readings of digits with their marks, in plain form: "4,500.50" is 4500.50, "3.500" is 3.500 or 3500. */
export function plainDigits(form: string): string[] {
  const [, minus = '', digits = '', after = ''] = /^(-?)([\d.,'\u00a0\u202f]+)(\p{L}*)$/u.exec(form) ?? [];
  const read = (figure: string) => `${minus}${figure}${after}`;
  if (/^\d+$/.test(digits)) return [read(digits)];
  const grouped = digits.replace(/['\u00a0\u202f]/g, '');
  if (/^\d+$/.test(grouped)) return [read(grouped)];
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(grouped)) return [read(grouped.replaceAll(',', ''))];
  if (/^\d{1,3}\.\d{3}$/.test(grouped)) return [read(grouped), read(grouped.replace('.', ''))];
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(grouped))
    return [read(grouped.replaceAll('.', '').replace(',', '.'))];
  if (/^\d+[.,]\d+$/.test(grouped)) return [read(grouped.replace(',', '.'))];
  return [];
}

/** What some tokens are in the text. */
export function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ raw }) => raw)
    .join(' ');
}
