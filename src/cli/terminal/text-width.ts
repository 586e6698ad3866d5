/** Widths of texts on a terminal. */
import stringWidth from 'string-width';

/** Columns that a text takes: East Asian wide characters and emoji take two, combining marks and styles none. */
export const textWidth = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
