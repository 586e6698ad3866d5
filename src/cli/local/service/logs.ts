/** `vau service logs`. */
import { open, stat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalError } from '../../errors/errors.ts';
import type { Result } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { lastLines } from './background.ts';
import { logFile } from './record.ts';
import { dataFolderOf } from './serve.ts';

/** The last lines of the log; with `follow`, also new lines until Ctrl-C. */
export async function logsAction(
  session: Session,
  flags: { dataDir?: string | undefined; lines?: number | undefined; follow?: boolean | undefined },
): Promise<Result | undefined> {
  const file = logFile(dataFolderOf(flags, session.env));
  const there = await stat(file).catch(() => undefined);
  if (!there)
    throw new LocalError(`${file} does not exist.`, {
      hint: 'Only a service in the background writes a log.',
      next: 'vau service start',
    });
  const lines = await lastLines(file, flags.lines ?? 50);
  if (!flags.follow) return { value: { file, lines }, text: lines.join('\n') };
  const write = lineWriter(session);
  write(lines.map((line) => `${line}\n`).join(''));
  await follow(session, file, there.size, write);
  return undefined;
}

/** Writes log text: unchanged for people, else each complete line as JSON. */
function lineWriter({ io, output }: Session): (text: string) => void {
  if (output === 'table') return io.out;
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    io.out(lines.map((line) => `${JSON.stringify({ line })}\n`).join(''));
  };
}

async function follow(
  session: Session,
  file: string,
  from: number,
  write: (text: string) => void,
): Promise<void> {
  let position = from;
  // A multi-byte character may be split across two writes.
  const decoder = new StringDecoder('utf8');
  while (!session.signal.aborted) {
    await pause(500, undefined, { signal: session.signal }).catch(() => undefined);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size < position) position = 0; // the log was truncated
    if (size === position) continue;
    const handle = await open(file);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - position),
      0,
      size - position,
      position,
    );
    await handle.close();
    position += bytesRead;
    write(decoder.write(buffer.subarray(0, bytesRead)));
  }
}
