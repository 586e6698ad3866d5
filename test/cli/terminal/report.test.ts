import { expect, it } from 'vitest';
import { failureOf } from '../../../src/cli/errors/errors.ts';
import type { Io } from '../../../src/cli/terminal/io.ts';
import { report } from '../../../src/cli/terminal/message.ts';
import { apiError } from '../../../src/client/errors.ts';

/** What people and programs read of an answer with this status. */
function said(status: number, json: boolean): string {
  let text = '';
  const io = {
    err: (one: string) => {
      text += one;
    },
    paint: (_stream: string, _style: string, one: string) => one,
    terminal: { in: false, out: false, err: false },
    columns: undefined,
  } as unknown as Io;
  report(
    io,
    failureOf(apiError('It went wrong', { status, operation: 'file.get', requestId: 'req-7' })),
    json,
  );
  return text;
}

it('names the request to people only where the operator of the service can help', () => {
  expect(said(500, false)).toContain('Request: req-7');
  expect(said(404, false)).toContain('It went wrong');
  expect(said(404, false)).not.toContain('req-7');
  expect(said(404, true)).toContain('"request_id":"req-7"');
});
