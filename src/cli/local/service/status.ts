import { get } from 'node:http';
import { commandLine, isAlive } from './process.ts';
import { readRecord, type ServiceRecord } from './record.ts';

/**
 * The state of the service of a data folder:
 * - `running`: its process is alive and responds;
 * - `silent`: its process is alive but does not respond (starting, stopping or stuck);
 * - `stopped`: there is none. The record of a killed process is ignored.
 */
export type ServiceStatus =
  | { state: 'running' | 'silent'; record: ServiceRecord }
  | { state: 'stopped'; record?: undefined };

/** Reads the record of this data folder and, if its process is alive, checks its health endpoint. */
export async function serviceStatus(dataFolder: string): Promise<ServiceStatus> {
  const record = await readRecord(dataFolder);
  if (!record || !isAlive(record.pid)) return { state: 'stopped' };
  if (await isHealthy(record.url)) return { state: 'running', record };
  // The system reuses process ids: this one may belong to another program by now.
  const words = await commandLine(record.pid);
  return / (serve|quickstart)\b/.test(words) ? { state: 'silent', record } : { state: 'stopped' };
}

/** Whether the health endpoint below this base URL answers 200. */
const isHealthy = async (url: string): Promise<boolean> => (await answerOf(`${url}/health`))?.status === 200;

/** Why the service at this base URL cannot do its work, with what to do: the lines of its /readyz. Empty if it can. */
export async function troublesOf(url: string): Promise<string[]> {
  // It asks the store for a row and for the lock, each for three seconds at most.
  const answer = await answerOf(new URL('/readyz', url), 8_000);
  if (answer?.status !== 503) return [];
  try {
    const { reasons } = JSON.parse(answer.text) as { reasons?: unknown };
    return Array.isArray(reasons) ? reasons.map(String) : [];
  } catch {
    return [];
  }
}

/** What a service on this machine answers within `milliseconds`; undefined if it does not. */
function answerOf(
  url: string | URL,
  milliseconds = 2000,
): Promise<{ status: number; text: string } | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: milliseconds, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', () => resolve(undefined));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
