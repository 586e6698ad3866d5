import { randomUUID } from 'node:crypto';
import type { EndpointBody } from '../../endpoint/send.ts';

/** Builds a form from text fields and one WAV file named `file`. A field may occur more than once. */
export function formBody(fields: readonly (readonly [string, string])[], wav: Buffer): EndpointBody {
  const boundary = `vau-${randomUUID()}`;
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const texts = fields.map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${texts.join('')}${part('name="file"; filename="sound.wav"')}Content-Type: audio/wav\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), wav, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
