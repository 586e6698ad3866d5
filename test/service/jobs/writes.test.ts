import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, sourcesIn } from '../../support/imports.ts';

const root = path.join(import.meta.dirname, '../../..');

/** What a job is given; the runner itself builds `ctx.write` from a transaction and the lease. */
const PORTS = ['src/service/jobs/handlers.ts', 'src/service/understanding/modalities/context.ts'];
const RUNNER = 'src/service/jobs/worker/run-job.ts';

const linesWith = (file: string, text: string): string[] =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.includes(text) ? [`${file}:${index + 1}`] : []));

it('jobs write only through ctx.write, which refuses a worker that lost its lease', () => {
  const jobs = sourcesIn('src/service').filter(
    (file) => file !== RUNNER && importsOf(file).some(({ target }) => PORTS.includes(target ?? '')),
  );
  expect(jobs.length).toBeGreaterThan(20);
  expect(jobs.flatMap((file) => linesWith(file, '.transaction()'))).toEqual([]);
});
