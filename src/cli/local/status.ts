import { get } from 'node:http';
import { commandLine, isAlive } from './process.ts';
import { readRecord, type ServiceRecord } from './record.ts';

/**
 * How the service of a data folder is doing:
 * - `running`: its process lives and answers;
 * - `silent`: its process lives and does not answer (it is starting, stopping or stuck);
 * - `stopped`: there is none. A record left by one that was killed counts for nothing.
 */
export type ServiceStatus =
  | { state: 'running' | 'silent'; record: ServiceRecord }
  | { state: 'stopped'; record?: undefined };

/** Looks up how the service of this data folder is doing, asking its health address where its process lives. */
export async function serviceStatus(dataFolder: string): Promise<ServiceStatus> {
  const record = await readRecord(dataFolder);
  if (!record || !isAlive(record.pid)) return { state: 'stopped' };
  if (await isHealthy(record.url)) return { state: 'running', record };
  // Ids of processes are used again: what lives under this one may be something else by now.
  const words = await commandLine(record.pid);
  return / (serve|quickstart)\b/.test(words) ? { state: 'silent', record } : { state: 'stopped' };
}

/** Whether a service answers at this base address with 200 on its health address, within `milliseconds`. */
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
