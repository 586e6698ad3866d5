import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface FaultBundles {
  /** A worker process with the jobs of worker.ts beside this file. */
  readonly worker: string;
  readonly heartbeat: string;
  /** A process with only a supervisor. */
  readonly service: string;
  remove(): Promise<void>;
}

/** Bundles the test's processes like the package, in a place where they find their packages. */
export async function bundleFaults(): Promise<FaultBundles> {
  const outdir = path.join(root, 'node_modules', '.cache', `vau-faults-${randomUUID()}`);
  await build({
    absWorkingDir: root,
    entryPoints: {
      worker: 'test/faults/support/worker.ts',
      service: 'test/faults/support/service.ts',
      heartbeat: 'src/service/jobs/worker/heartbeat-thread.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
    packages: 'external',
  });
  const at = (name: string) => path.join(outdir, `${name}.js`);
  return {
    worker: at('worker'),
    heartbeat: at('heartbeat'),
    service: at('service'),
    remove: () => rm(outdir, { recursive: true, force: true }),
  };
}
