/** The line of an uploaded file: a short id for people on a terminal, the whole one for everything else. */
import { expect, it } from 'vitest';
import type { Session } from '../../../src/cli/model/session.ts';
import { processIo } from '../../../src/cli/terminal/io.ts';
import { resultLine } from '../../../src/cli/upload/result-line.ts';

const id = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const one = {
  line: 1,
  input: { path: 'talk.mp4' },
  ok: true,
  exit_status: 0,
  sent: true,
  result: { id },
} as const;
const lineIn = (out: boolean, wide: boolean) => {
  const io = { ...processIo(), terminal: { in: out, out, err: out } };
  return resultLine({ io, flags: { wide } as Session['flags'] })(one);
};

it('has a short id on a terminal, and the whole one with --wide and in a pipe', () => {
  expect(lineIn(true, false)).toBe('uploaded  0b6a1a52  talk.mp4');
  expect(lineIn(true, true)).toBe(`uploaded  ${id}  talk.mp4`);
  expect(lineIn(false, false)).toBe(`uploaded  ${id}  talk.mp4`);
});
