import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { Bucket } from './client.ts';

export interface Listed {
  readonly key: string;
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly changedAt: number;
}

/** Everything under a prefix, a page at a time. */
export async function* listed(bucket: Bucket, prefix: string): AsyncIterable<Listed[]> {
  for await (const page of pages(bucket, prefix, {}))
    yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      key: bucket.key(Key),
      bytes: Size,
      changedAt: LastModified?.getTime() ?? 0,
    }));
}

/** Names of the folders directly under a prefix, a page at a time. */
export async function* folders(bucket: Bucket, prefix: string): AsyncIterable<string[]> {
  for await (const { CommonPrefixes = [] } of pages(bucket, prefix, { Delimiter: '/' })) {
    const names = CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(`${bucket.name(prefix)}/`.length, -1));
    if (names.length > 0) yield names;
  }
}

/** At most so many names in one answer; servers give fewer if they like. */
const PAGE = 1_000;

async function* pages(
  { client, name, ask, settings }: Bucket,
  prefix: string,
  how: { Delimiter?: string },
): AsyncIterable<ListObjectsV2CommandOutput> {
  const Prefix = `${name(prefix)}/`;
  let token: string | undefined;
  do {
    const page = await ask(() =>
      client.send(
        new ListObjectsV2Command({
          Bucket: settings.bucket,
          Prefix,
          MaxKeys: PAGE,
          ContinuationToken: token,
          ...how,
        }),
      ),
    );
    yield page;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
