/** `vau webhook verify`. */
import { readFile } from 'node:fs/promises';
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { path } from '../model/values.ts';
import { fileText, unreadable } from '../run/read-value.ts';
import { judgeFor } from './judge.ts';
import { noSecret, type SecretFlags, secretFor } from './secret.ts';

export interface VerifyFlags extends SecretFlags {
  readonly body: string;
  readonly headers?: string | undefined;
  readonly id?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly signature?: string | undefined;
}

/** Verifies one delivery. @throws LocalError with the reason when it is not genuine */
export async function verify(session: Session, flags: VerifyFlags): Promise<Result> {
  if (flags.secretFile === '-' && flags.body === '-')
    throw new UsageError('Standard input cannot be both the secret and the body: give one of them as a file');
  // A file is read before the secret, which may come from the service.
  const early = flags.body === '-' ? undefined : await bodyOf(session, flags.body);
  const secret = await secretFor(session, flags);
  if (secret === undefined) throw noSecret();
  const judge = judgeFor(secret);
  const verdict = judge({
    headers: await headersOf(session, flags),
    body: early ?? (await bodyOf(session, flags.body)),
  });
  if (!verdict.genuine) throw new LocalError(`Not genuine: ${verdict.reason}`, { code: 'not_genuine' });
  const { id, timestamp } = verdict;
  return { value: { genuine: true, id, timestamp }, text: `Genuine: ${id}` };
}

async function bodyOf(session: Session, file: string): Promise<Buffer> {
  try {
    if (file !== '-') return await readFile(file);
  } catch (error) {
    throw unreadable('<body>', file, error);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of session.io.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function headersOf(session: Session, flags: VerifyFlags): Promise<Record<string, string | undefined>> {
  const { id, timestamp, signature } = flags;
  const given = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const own = Object.entries(given).filter(([, value]) => value !== undefined);
  const file = flags.headers ?? (own.length === 0 ? await askedHeaders(session) : undefined);
  const kept = file === undefined ? {} : headersIn(await fileText(file, '--headers'), file);
  return { ...kept, ...Object.fromEntries(own) };
}

/** Prompts for the headers file; undefined without a terminal. */
async function askedHeaders(session: Session): Promise<string | undefined> {
  if (!session.interactive) return undefined;
  const { ask } = await import('../run/ask/ask.ts');
  return (await ask(session, '--headers', path("File with the delivery's headers"))) as string;
}

/** Headers from lines of `name: value`, or from a JSON object. */
function headersIn(text: string, file: string): Record<string, string> {
  const pairs = text.trimStart().startsWith('{') ? jsonPairs(text, file) : linePairs(text);
  return Object.fromEntries(pairs.map(([name, value]) => [name.trim().toLowerCase(), value.trim()]));
}

const linePairs = (text: string): [string, string][] =>
  [...text.matchAll(/^\s*([\w-]+):(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);

function jsonPairs(text: string, file: string): [string, string][] {
  try {
    const all = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return all.map(([name, value]) => [name, String(value)]);
  } catch (error) {
    throw new UsageError(`--headers: ${file} is not JSON: ${(error as Error).message}`);
  }
}
