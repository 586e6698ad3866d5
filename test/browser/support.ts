import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { locate } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';

/** Debian's Chromium, headless, without background network requests. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: locate('chromium'),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

/** Opens a port for the service; `url` has no trailing slash. */
export async function listen(service: TestService): Promise<{ url: string; server: Server }> {
  const listener = getRequestListener(service.app.fetch, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A separate site named `localhost` with this single page. */
export async function serveHtml(body: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, answer) => void answer.setHeader('content-type', 'text/html').end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => void server.close() };
}

/** What a page requested, and its errors. */
export interface Watched {
  hosts: Set<string>;
  complaints: string[];
}

export function watch(page: Page): Watched {
  const seen: Watched = { hosts: new Set(), complaints: [] };
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) seen.hosts.add(host);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  return seen;
}

/** The state of the player. */
export interface Position {
  time: number;
  duration: number;
  paused: boolean;
  width: number;
  /** Mean red, green and blue of the displayed picture. */
  colour: number[];
}

/** Runs in the page. It is a string because the tests are type-checked without browser types. */
const POSITION = `(() => {
  const video = document.getElementById('player');
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 16;
  const pen = canvas.getContext('2d');
  pen.drawImage(video, 0, 0, 16, 16);
  const data = pen.getImageData(0, 0, 16, 16).data;
  const colour = [0, 1, 2].map((c) => data.reduce((sum, v, i) => sum + (i % 4 === c ? v : 0), 0) / 256);
  return { time: video.currentTime, duration: video.duration, paused: video.paused, width: video.videoWidth, colour };
})()`;

export function position(page: Page): Promise<Position> {
  return page.evaluate(POSITION) as Promise<Position>;
}

export async function play(page: Page): Promise<void> {
  await page.evaluate(`document.getElementById('player').play()`);
}

/** Polls the player until it reaches the wanted state. */
export async function until(page: Page, wanted: (at: Position) => boolean): Promise<Position> {
  const look = async () => {
    at = await position(page);
    return wanted(at);
  };
  let at = await position(page);
  await expect.poll(look, { interval: 50 }).toBe(true);
  return at;
}
