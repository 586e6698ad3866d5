/** Text that arrives in pieces, wrapped between words while it is written. */
import { clean } from '../terminal/clean.ts';
import { textWidth } from '../terminal/text-width.ts';

export interface Flow {
  /** Writes what is complete of it: the last word waits for its end. */
  add(piece: string): void;
  /** Writes the last word. @returns true if anything was written since the start */
  end(): boolean;
}

/** @param width of a line, in characters of a terminal. Foreign text is made safe. */
export function flow(write: (text: string) => void, width: number): Flow {
  let rest = '';
  let column = 0;
  let begun = false;
  const word = (text: string) => {
    const shown = clean(text);
    const wide = textWidth(shown);
    if (wide === 0) return;
    const fits = column === 0 || column + 1 + wide <= width;
    write(`${column === 0 ? '' : fits ? ' ' : '\n'}${shown}`);
    column = fits && column > 0 ? column + 1 + wide : wide;
    begun = true;
  };
  const line = () => {
    if (begun) write('\n');
    column = 0;
  };
  const words = (text: string) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) line();
      for (const one of part.split(/\s+/).filter(Boolean)) word(one);
    }
  };
  return {
    add(piece) {
      const all = rest + piece;
      const complete = /^[\s\S]*\s/.exec(all)?.[0] ?? '';
      rest = all.slice(complete.length);
      words(complete);
    },
    end() {
      words(rest);
      rest = '';
      if (column > 0) line();
      return begun;
    },
  };
}
