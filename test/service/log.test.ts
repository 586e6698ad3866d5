import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { formatRecord, type LogRecord, streamLog } from '../../src/service/log.ts';

const record: LogRecord = {
  time: 0,
  level: 'warn',
  message: 'probe failed',
  fields: { job: 3, file: 'a b.mp4', error: new Error('no') },
};

describe('a line of the log', () => {
  it('is plain text with fields', () => {
    const line = formatRecord(
      { ...record, fields: { job: 3, file: 'a b.mp4', kind: 'file.process' } },
      'plain',
    );
    expect(line).toBe('1970-01-01T00:00:00.000Z warn  probe failed job=3 file="a b.mp4" kind=file.process');
  });

  it('is JSON with the stack of an error', () => {
    const parsed = JSON.parse(formatRecord(record, 'json'));
    expect(parsed).toMatchObject({ time: '1970-01-01T00:00:00.000Z', level: 'warn', job: 3 });
    expect(parsed.error).toMatch(/^Error: no\n/);
  });

  it('[SAFE-5] stays one line, whatever the name of a file', () => {
    const hostile = 'x\n2026-01-01 info  all is well\u001b[2J';
    const line = formatRecord({ ...record, message: hostile, fields: { file: hostile } }, 'plain');
    expect(line).not.toMatch(/\p{Cc}/u);
  });
});

describe('a log', () => {
  it('leaves out what is below its level, and adds the fields of its parents', async () => {
    const stream = new PassThrough();
    const log = streamLog(stream, 'info', 'json').child({ worker: 1 }).child({ job: 2 });
    log.debug('quiet');
    log.info('loud', { job: 3 });
    stream.end();
    const lines = (await text(stream)).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ message: 'loud', worker: 1, job: 3 }]);
  });
});
