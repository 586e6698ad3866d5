#!/usr/bin/env node
/**
 * Runs the tests that go through the service's front door on a PostgreSQL store, with objects in a bucket: the conformance
 * suite, the rules, the resources. It starts servers of its own in a temporary folder, from the system's PostgreSQL and
 * OpenStack Swift, and stops them afterwards.
 *
 *   npm run test:cluster                  all of them, and the long ones that alone prove a rule
 *   npm run test:cluster -- test/...      some of them
 *
 * With VAU_TEST_OBJECTS= (empty) the objects stay in the data folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run, startCluster } from './cluster.mjs';

/** What goes through the front door, and the queue. */
const USUAL = [
  'test/acceptance/names',
  'test/acceptance/upload-folder',
  'test/acceptance/watch',
  'test/conformance',
  'test/service/accounts',
  'test/service/events',
  'test/service/http',
  'test/service/jobs',
  'test/service/links',
  'test/service/monitoring',
  'test/service/pages',
  'test/service/resources',
  'test/service/search',
  'test/service/store/postgres',
  'test/service/store/words',
  'test/service/understanding/languages',
  'test/faults/cluster',
  'test/faults/machines',
];

/** Long tests of rules that no other test proves. */
const LONG = [
  'test/service/resources/collection-files/again.long',
  'test/service/resources/faces/detections.long',
  'test/service/resources/faces/many.long',
  'test/service/resources/faces/matches.long',
  'test/service/resources/files/hearing.long',
  'test/service/resources/pictures/pictures.long',
  'test/service/resources/redos/',
  'test/service/resources/segmentations/narrative.long',
  'test/service/resources/segmentations/shots.long',
  'test/service/store/postgres/side-by-side',
  'test/service/understanding/speech/recognised.long',
];

const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-cluster-'));
let cluster;
let status = 1;
try {
  // The data are gone afterwards: nothing needs to reach the disk.
  cluster = await startCluster(folder, ['fsync=off', 'max_connections=400']);
  const asked = process.argv.slice(2);
  const env = {
    ...process.env,
    VAU_TEST_STORE: cluster.address(),
    VAU_TEST_OBJECTS: process.env.VAU_TEST_OBJECTS ?? 'bucket',
  };
  status = await run('npx', ['vitest', 'run', ...(asked.length > 0 ? asked : USUAL)], { env });
  if (asked.length === 0 && status === 0)
    status = await run('npx', ['vitest', 'run', ...LONG], { env: { ...env, VAU_TEST_FULL: '1' } });
} finally {
  await cluster?.stop('immediate');
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = status === 0 ? 0 : 1;
