import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { type Exchange, speak } from './raw.ts';
import { type Known, type RawRequest, rawRequest } from './raw-requests.ts';

export interface Target extends Known {
  port: number;
  dataDir: string;
}

/**
 * Sends `count` requests one after the other; after each of them the service must answer an honest one.
 * @returns what went wrong: a fault, an error of another form, the token in an answer
 */
export async function round(seed: number, count: number, target: Target): Promise<string[]> {
  const chance = seeded(seed);
  const found: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const request = rawRequest(chance, target);
    const exchange = await speak(target.port, request.bytes, request.manner);
    const wrong = wrongWith(exchange, request, target);
    if (wrong)
      found.push(`seed ${seed}, turn ${turn}: ${wrong}: ${request.bytes.toString('latin1').slice(0, 600)}`);
    if ((await ask(target, '/v1/health')).status !== 200) found.push(`seed ${seed}, turn ${turn}: it died`);
  }
  return found;
}

function wrongWith(
  { answers, rest }: Exchange,
  { bodiless }: RawRequest,
  { token }: Known,
): string | undefined {
  if (rest !== '' && !bodiless) return `a truncated response: ${rest.slice(0, 200)}`;
  for (const { status, text } of answers) {
    if (status >= 500 && status !== 501) return `a fault: ${status} ${text.slice(0, 300)}`;
    if (text.includes(token)) return 'the token is in the response';
    if (status >= 400 && !bodiless && !isError(text))
      return `an error in another format: ${status} ${text.slice(0, 300)}`;
  }
  return undefined;
}

function isError(text: string): boolean {
  try {
    const { error, ...rest } = JSON.parse(text);
    return typeof error === 'string' && error !== '' && Object.keys(rest).length === 0;
  } catch {
    return false;
  }
}

async function ask({ port, token }: Target, where: string) {
  const head = `host: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close`;
  const { answers } = await speak(port, `GET ${where} HTTP/1.1\r\n${head}\r\n\r\n`);
  return answers[0] ?? { status: 0, text: '{}' };
}

/** Nothing was left behind: no unfinished file, and no object of a file that does not exist. */
export async function expectTidy(target: Target): Promise<void> {
  const unfinished = async () => {
    const entries = await readdir(path.join(target.dataDir, 'tmp'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  await expect.poll(unfinished, { timeout: 10_000 }).toEqual([]);
  const kept = await readdir(path.join(target.dataDir, 'objects', 'files')).catch(() => []);
  const gone: string[] = [];
  for (const id of kept) if ((await ask(target, `/v1/files/${id}`)).status !== 200) gone.push(id);
  expect(gone).toEqual([]);
}
