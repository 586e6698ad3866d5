/** Text laid out for reading on a terminal. */
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf } from '../terminal/text-width.ts';

/** Width of a text where the terminal is wider, and without one. */
const widest = 100;
const narrowest = 20;

/** The width to fill: that of the terminal, within reason. */
export const widthOf = ({ columns }: Pick<Io, 'columns'>): number =>
  Math.max(narrowest, Math.min(widest, columns ?? widest));

/** Breaks a text into lines of at most `width` characters, between words. Foreign text is made safe. */
export const linesIn = (text: string, width: number): string[] => linesOf(clean(text), width);

/** Seconds as `0:08:41`. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}

/** A text as a link (OSC 8), where the terminal shows links; http and https only. */
export function linked(io: Io, text: string, url: unknown): string {
  const able = io.terminal.out && !['dumb', 'linux'].includes(io.env.TERM ?? 'dumb');
  if (!able || typeof url !== 'string' || !URL.canParse(url)) return text;
  const { href, protocol } = new URL(url);
  // A control character would end the link; a URL has none once it is parsed.
  if (!/^https?:$/.test(protocol) || !/^[\x21-\x7e]+$/.test(href)) return text;
  return `${osc}8;;${href}${end}${text}${osc}8;;${end}`;
}

const esc = String.fromCharCode(27);
const osc = `${esc}]`;
const end = `${esc}\\`;
