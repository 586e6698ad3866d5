import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** A running S3 server with one bucket. Guard tests of it with `needs('s3')`. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  /** What a service needs to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** For tests that look into the bucket, or change it. */
  readonly client: S3Client;
  /** Lets it fall silent: it accepts connections and says nothing. */
  stall(): void;
  resume(): void;
  stop(): Promise<void>;
}

const key = 'test:vau';
const secret = 'a-secret-of-tests';
const bucket = 'media';

/** Starts OpenStack Swift from Debian's packages, which a pyenv's Python does not see. Takes about a second. */
export async function s3Server(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-s3-'));
  const script = fileURLToPath(new URL('s3_server.py', import.meta.url));
  const child = spawn('/usr/bin/python3', [script, folder, key, secret], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin' },
  });
  const gone = once(child, 'exit');
  const port = await Promise.race([
    once(child.stdout, 'data').then(([data]) => Number(String(data))),
    gone.then(() => Promise.reject(new Error('the S3 server did not start'))),
  ]);
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    bucket,
    client,
    env: { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, AWS_ENDPOINT_URL_S3: endpoint },
    stall: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      client.destroy();
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
