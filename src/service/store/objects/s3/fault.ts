import { ServiceError } from '../../../errors.ts';
import { locationOf, type S3Settings } from './settings.ts';

/** Seconds after which a refused request may be tried again. */
const RETRY_AFTER = '10';

/** The object storage cannot be used now: nothing is wrong with the request, and it can be repeated. */
export class StorageFault extends ServiceError {
  override readonly name = 'StorageFault';

  constructor(message: string) {
    super(503, message, { 'retry-after': RETRY_AFTER });
  }
}

/** Whether a storage said that an object, upload or bucket does not exist. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Whether the storage, or the way there, failed; other errors are our own. */
export function isOfStorage(error: unknown): boolean {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return statusOf(error) !== undefined || '$metadata' in Object(error) || name in REASONS || code in REASONS;
}

/** The error of a file that is not there, as a local disk reports it. */
export function missing(key: string): Error {
  return Object.assign(new Error(`ENOENT: there is no object ${key}`), { code: 'ENOENT' });
}

/**
 * What an error of the client says about the storage, as a sentence with what to do. The error itself is not kept: it holds
 * the whole request.
 */
export function faultOf(error: unknown, settings: S3Settings): StorageFault {
  if (error instanceof StorageFault) return error;
  const where = `the object storage ${locationOf(settings)}${settings.endpoint ? ` at ${settings.endpoint}` : ''}`;
  return new StorageFault(`${where} ${reasonOf(error)}; to look again: vau service doctor`);
}

/** By the name or code of an error. Messages of servers are not shown: they can hold anything. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no such bucket: create it, or correct object_storage',
  SignatureDoesNotMatch: 'refuses the secret key: correct AWS_SECRET_ACCESS_KEY',
  InvalidAccessKeyId: 'does not know the access key: correct AWS_ACCESS_KEY_ID',
  AccessDenied: 'refuses access with these credentials: allow them to list, read, write and delete there',
  ExpiredToken: 'refuses the session token: it has expired',
  RequestTimeTooSkewed: "refuses requests because this machine's clock is wrong",
  PermanentRedirect: 'is in another region: correct object_region',
  AuthorizationHeaderMalformed: 'is in another region: correct object_region',
  CredentialsProviderError: 'needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  TimeoutError: 'does not answer in time',
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has an address that no name server knows',
  EAI_AGAIN: 'has an address that no name server answers for now',
  ECONNRESET: 'closed the connection',
  ETIMEDOUT: 'does not answer in time',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'has a certificate that nobody signed: name its authority in NODE_EXTRA_CA_CERTS',
  EPROTO: 'does not speak TLS there',
};

function reasonOf(error: unknown): string {
  const { name = '', code = '' } = (error ?? {}) as { name?: string; code?: string };
  const known = REASONS[name] ?? REASONS[code];
  if (known) return known;
  if (/Region is missing/.test(error instanceof Error ? error.message : ''))
    return 'needs a region: set AWS_REGION or object_region';
  const status = statusOf(error);
  if (status === 403) return REASONS.AccessDenied ?? '';
  if (status === 404) return REASONS.NoSuchBucket ?? '';
  return status === undefined
    ? `cannot be reached (${code || name})`
    : `answers with status ${status} (${name})`;
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}
