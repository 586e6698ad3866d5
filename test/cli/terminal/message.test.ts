/** Messages on a terminal: broken between words, commands whole. */
import { describe, expect, it } from 'vitest';
import { processIo } from '../../../src/cli/terminal/io.ts';
import { messageText } from '../../../src/cli/terminal/message.ts';

const on = (columns: number | undefined, err = true) => ({
  ...processIo(),
  terminal: { in: true, out: true, err },
  columns,
});

describe('a message', () => {
  it('breaks between words on a terminal', () => {
    expect(messageText(on(20), 'one of the two must be an address')).toBe(
      'one of the two must\nbe an address',
    );
  });

  it('keeps a command at its end whole, on a line of its own where it does not fit', () => {
    const text = 'Save that address: vau service config set public_url URL';
    expect(messageText(on(40), text)).toBe('Save that address:\nvau service config set public_url URL');
    expect(messageText(on(20), text)).toBe('Save that address:\nvau service config set public_url URL');
  });

  it('breaks a sentence that goes on after a command', () => {
    expect(messageText(on(40), 'Run one on this machine: vau quickstart, or vau serve.')).toBe(
      'Run one on this machine: vau quickstart,\nor vau serve.',
    );
  });

  it('keeps what is laid out in columns, a long word, and everything where there is no terminal', () => {
    for (const text of ['ok    a b c d e f g h i j', 'x'.repeat(50)])
      expect(messageText(on(20), text)).toBe(text);
    const long = 'word '.repeat(50).trim();
    expect(messageText(on(undefined), long)).toBe(long);
    expect(messageText(on(20, false), long)).toBe(long);
  });
});
