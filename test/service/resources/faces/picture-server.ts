import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PictureServer {
  address(where: string): string;
  close(): void;
}

/** Serves a face as /face.jpg and a text as /page on loopback; everything else is missing. */
export async function servePictures(face: Buffer): Promise<PictureServer> {
  const server = createServer((request, answer) => {
    if (request.url === '/face.jpg') answer.end(face);
    else if (request.url === '/page') answer.end('<p>no picture</p>');
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (where) => `http://127.0.0.1:${port}${where}`,
    close: () => void server.close(),
  };
}
