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

/** Whether the health endpoint below this base URL answers 200 within `milliseconds`. */
function isHealthy(url: string, milliseconds = 2000): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/health`, { timeout: milliseconds, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
