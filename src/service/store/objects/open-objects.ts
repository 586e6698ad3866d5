import { diskObjects } from './disk-objects.ts';
import type { ObjectStorage } from './objects.ts';
import type { S3Settings } from './s3/settings.ts';

/** Opens the object storage of a service: a bucket if one was set, else the data folder. */
export async function openObjects(dataDir: string, s3: S3Settings | undefined): Promise<ObjectStorage> {
  if (!s3) return diskObjects(dataDir);
  const { s3Objects } = await import('./s3/s3-objects.ts');
  return s3Objects(s3, dataDir);
}
