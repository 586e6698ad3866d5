/** Forwards a delivery to a URL unchanged. */
import { request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import type { Delivery } from './judge.ts';

/** Timeout for the response, in ms. */
const patience = 15_000;

/** Forwarded headers: those that describe the body, and those that verify it. */
const kept = /^(content-type|user-agent|webhook-.*)$/;

/**
 * Posts the body with its signature to the URL and returns the status. Rejects on a network error, a timeout
 * or the signal.
 */
export function forward(url: string, { headers, body }: Delivery, signal: AbortSignal): Promise<number> {
  const own = Object.entries(headers).filter(([name, value]) => kept.test(name) && value !== undefined);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...Object.fromEntries(own), 'content-length': body.length },
    timeout: patience,
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secure : plain)(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 502);
    });
    request.on('timeout', () => request.destroy(new Error(`timeout after ${patience / 1000} s`)));
    request.on('error', reject);
    request.end(body);
  });
}
