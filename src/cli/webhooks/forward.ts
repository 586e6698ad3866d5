/** Hands a delivery on to a URL as it came. */
import { request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import type { Delivery } from './judge.ts';

/** Longest wait for the answer, in ms. */
const patience = 15_000;

/** Headers that go along: what says what the body is, and what verifies it. */
const kept = /^(content-type|user-agent|webhook-.*)$/;

/** Posts the body with its signature to the URL; gives the status of the answer. Rejects when none comes, or at the signal. */
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
    request.on('timeout', () => request.destroy(new Error(`no answer in ${patience / 1000} s`)));
    request.on('error', reject);
    request.end(body);
  });
}
