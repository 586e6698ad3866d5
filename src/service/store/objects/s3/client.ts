import { S3Client } from '@aws-sdk/client-s3';
import { checkKey } from '../disk-objects.ts';
import { faultOf, isMissing, isOfStorage } from './fault.ts';
import type { S3Settings } from './settings.ts';

/** Requests to one bucket, below one prefix. */
export interface Bucket {
  readonly settings: S3Settings;
  readonly client: S3Client;
  /** The name of an object in the bucket. @throws for what is not a key */
  name(key: string): string;
  /** The key of a name in the bucket. */
  key(name: string): string;
  /** @throws StorageFault, or the client's error if the object does not exist */
  ask<Answer>(request: () => Promise<Answer>): Promise<Answer>;
}

/** Tries of one request: with the client's delays between them, some seconds in all. */
const TRIES = 4;

/** Time to reach the storage, in milliseconds. */
const CONNECT_MS = 5_000;

/** Opens no connection: the first request does. */
export function openBucket(settings: S3Settings): Bucket {
  // The version of Node is checked when vau starts; a warning would stand in every log.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    ...(settings.region && { region: settings.region }),
    forcePathStyle: settings.pathStyle,
    maxAttempts: TRIES,
    // Checksums that only Amazon knows fail at other servers. Contents are checked by MD5 and SHA-256: see send-file.ts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: settings.silentMs,
    },
  });
  return {
    settings,
    client,
    name: (key) => `${settings.prefix}${checkKey(key)}`,
    key: (name) => name.slice(settings.prefix.length),
    ask: async (request) => {
      try {
        return await request();
      } catch (error) {
        if (isMissing(error) && (error as Error).name !== 'NoSuchBucket') throw error;
        throw isOfStorage(error) ? faultOf(error, settings) : error;
      }
    },
  };
}
