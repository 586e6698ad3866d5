/** `vau setup ffmpeg` of the built package, with a loopback server as the package registries of npm and Python. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { packagedBuild, wheelBuild } from '../../src/media/ffmpeg/program/install-builds.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

const build = packagedBuild('ffmpeg', process.platform, process.arch);
const wheel = wheelBuild(process.platform, process.arch);
const archive = gzipSync(Buffer.alloc(2048));

let home: Home;
let registry: Loopback;
beforeAll(async () => {
  registry = await loopback(({ path: asked, headers }, response) => {
    if (asked.endsWith('.tgz') || asked.endsWith('.whl')) return response.end(archive);
    if (asked === '/simple/imageio-ffmpeg/') {
      const { file = '' } = wheel?.wheel ?? {};
      return response.end(`<a href="other.whl">a</a> <a href="../../files/${file}#sha256=0">${file}</a>`);
    }
    const { name = '', version = '' } = build ?? {};
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const dist = { tarball: `http://${headers.host}/a.tgz`, integrity };
    const versions = { [version]: { name, version, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
});
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(() => home.remove());
afterAll(() => registry.close());

it.runIf(build)(
  "asks Python's index, then npm's registry, and accepts only the pinned archives",
  async () => {
    const env = {
      ...home.env,
      // If there is one already, nothing is fetched.
      PATH: home.folder,
      VAU_FFMPEG: '',
      PIP_INDEX_URL: `${registry.url}/simple/`,
      npm_config_registry: `${registry.url}/`,
      FFMPEG_BINARIES_URL: 'http://127.0.0.1:1',
    };
    const { status, stdout, stderr } = await vau(['setup', 'ffmpeg'], { env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(registry.arrived.map(({ path: asked }) => asked)).toEqual(
      expect.arrayContaining([
        ...(wheel ? ['/simple/imageio-ffmpeg/', `/files/${wheel.wheel?.file}`] : []),
        `/${build?.name.replace('/', '%2f')}`,
        '/a.tgz',
      ]),
    );
    if (wheel) expect(stderr).toContain('imageio-ffmpeg@0.6.0 is not the expected archive');
    expect(stderr).toContain(`${build?.name}@${build?.version} is not the expected archive`);
    const kept = await readdir(home.folder, { recursive: true });
    expect(kept.map((file) => path.basename(file))).not.toContain('ffmpeg.exe');
    expect(kept.filter((file) => /ffmpeg\/./.test(file))).toEqual([]);
  },
);
