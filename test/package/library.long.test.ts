/** A small project outside the repository: the packed archive, strict TypeScript, and the examples of docs/library.md. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { mediaOf } from '../support/service.ts';
import { type Serving, serving } from '../support/serving.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const minute = 60_000;
/** As strict as TypeScript gets, declarations of packages included. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  module: 'nodenext',
  target: 'es2023',
  types: ['node'],
};

let folder: string;
let project: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-library-'));
  project = path.join(folder, 'project');
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await mkdir(project);
  await writeFile(path.join(project, 'package.json'), '{"type": "module", "private": true}');
  const lean = ['--omit=optional', '--no-audit', '--no-fund', '--prefer-offline'];
  const types = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).devDependencies[
    '@types/node'
  ];
  await run('npm', ['install', ...lean, path.join(folder, filename), `@types/node@${types}`], {
    cwd: project,
  });
  await writeFile(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
}, 3 * minute);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const page = await readFile(path.join(root, 'docs/library.md'), 'utf8');
const examples = new Map(
  [...page.matchAll(/<!-- example: (\w+) -->\n```ts\n([\s\S]+?)```/g)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

/** Compiles the project with this source beside what is there; the messages of the compiler. */
async function compiled(name: string, code: string): Promise<string> {
  await writeFile(path.join(project, `${name}.ts`), code);
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  return run(tsc, ['-p', project], { cwd: project }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

describe('in a project of its own, the library', () => {
  it('is at most 120 kB, and loads no other file', async () => {
    const code = await readFile(path.join(project, 'node_modules/vau-cli/dist/library/index.js'));
    expect(code.byteLength).toBeLessThan(120_000);
    const imports = [...code.toString().matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
      ([, one]) => one,
    );
    expect(imports.filter((one) => !/^(node:|\/$)/.test(one ?? ''))).toEqual([]);
  });

  it(
    'has types that pass the strictest checks, and refuse what the API does not have',
    async () => {
      for (const [name, code] of examples) expect(await compiled(name, code), name).toBe('');
      const wrong = [
        "vau.share.create({ file_id: 'f', visibility: 'secret' });",
        'vau.share.create({});',
        'vau.file.list({ limit: "many" });',
        'for await (const file of vau.file.list()) file.colour;',
        'vau.film.list();',
      ];
      const lines = wrong.map((line) => `// @ts-expect-error\n${line}`).join('\n');
      expect(
        await compiled(
          'wrong',
          `import { createClient } from 'vau-cli';\nconst vau = createClient();\n${lines}\n`,
        ),
      ).toBe('');
      await rm(path.join(project, 'wrong.ts'));
    },
    2 * minute,
  );

  describe('against vau serve', () => {
    let service: Serving;
    beforeAll(async () => {
      service = await serving();
    }, minute);
    afterAll(() => service.stop());

    needs('ffmpeg')(
      'ingests a film, waits, asks, pages through 1,000 files, and tells 402 and 404 apart',
      async () => {
        await writeFile(path.join(project, 'film.mp4'), await makeVideo(6));
        const said = '1\n00:00:01,000 --> 00:00:04,000\nThe harbour opens at nine in the morning.\n';
        await writeFile(path.join(project, 'film.srt'), said);
        const env = { PATH: process.env.PATH, VAU_BASE_URL: service.url, VAU_TOKEN: service.token };
        const start = async (name: string) => {
          const built = path.join(project, `${name}.js`);
          const { transform } = await import('esbuild');
          await writeFile(built, (await transform(examples.get(name) ?? '', { loader: 'ts' })).code);
          return (await run(process.execPath, [built], { cwd: project, env })).stdout.trim().split('\n');
        };
        expect(await start('ingest')).toEqual(['completed', 'true', '1']);
        // Small ones of one kind: the list is what is tried.
        for (let begun = 0; begun < 999; begun += 37)
          await Promise.all(
            Array.from({ length: Math.min(37, 999 - begun) }, (_, n) =>
              service.upload(mediaOf(`small ${begun + n}`), `${begun + n}.mp4`),
            ),
          );
        const [first, bytes] = await start('pages');
        expect(first).toBe('10 1000');
        expect(Number(bytes)).toBeGreaterThan(10_000);
        expect(await start('errors')).toEqual(['402 refused', 'undefined']);
      },
      5 * minute,
    );
  });
});
