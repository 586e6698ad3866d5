/** Object storage that speaks S3. Credentials are not part of it: the client reads them from the environment. */
export interface S3Settings {
  readonly bucket: string;
  /** What every key begins with; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Address of the storage; undefined: Amazon's, or what AWS_ENDPOINT_URL_S3 says. */
  readonly endpoint?: string;
  /** Undefined: what AWS_REGION or the AWS configuration file says. */
  readonly region?: string;
  /** Whether the bucket stands in the path of addresses, and not in the host name. */
  readonly pathStyle: boolean;
  /** Whether clients are sent to the storage for the content of objects; otherwise it goes through the service. */
  readonly direct: boolean;
  /** How long the storage may be silent before a request is tried again, in milliseconds. */
  readonly silentMs: number;
  /** Bytes of a part of an upload, and of the largest object that is sent in one piece; S3 wants 5 MiB at least. */
  readonly partBytes: number;
  /** Bytes of fetched objects to keep on the local disk for later jobs. */
  readonly cacheBytes: number;
}

/** The location as it was set: s3://BUCKET/PREFIX. */
export function locationOf({ bucket, prefix }: S3Settings): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
}

/** A bucket by the names that Amazon and compatible servers allow, and a prefix that is the same in addresses and names. */
const LOCATION = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;
const MAX_LENGTH = 300;

/** The parts of s3://BUCKET/PREFIX; undefined if it has another form. */
export function parseLocation(text: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, folder = ''] = (text.length <= MAX_LENGTH && LOCATION.exec(text)) || [];
  if (bucket === undefined) return undefined;
  return { bucket, prefix: folder === '' ? '' : `${folder.slice(1)}/` };
}
