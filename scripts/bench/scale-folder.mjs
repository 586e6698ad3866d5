import os from 'node:os';
import path from 'node:path';

/**
 * The folder of the store that the benchmark `scale` fills.
 * @param files number of files
 * @param segments number for each file
 * @param version the store's version
 */
export function filledStore(files, segments, version) {
  return path.join(os.tmpdir(), `vau-bench-scale-varied-${files}x${segments}-v${version}`);
}
