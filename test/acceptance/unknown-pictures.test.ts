/** Pictures that the ffmpeg in use does not know, or would read in part only, with the real binary and over HTTP. */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make, picture, tempFolder } from '../media/support.ts';
import { locate } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const { at, drop } = await tempFolder();
let service: Serving;

/** A program as ffmpeg 5.1 is: it reads what it knows, and takes the pictures of this file for films without an index. */
const OLD = `#!/bin/sh
case "$*" in *-version*) echo 'ffmpeg version 5.1.9'; echo 'libavcodec     59. 37.100 / 59. 37.100'; exit 0;; esac
echo '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x5] moov atom not found' >&2
exit 1
`;

beforeAll(async () => {
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(at(name), OLD);
    await chmod(at(name), 0o755);
  }
  service = await serving({ env: { VAU_FFMPEG: at('ffmpeg') } });
});
afterAll(async () => {
  await service.stop();
  await drop();
});

const box = (name: string, ...content: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(content.map((one) => Buffer.from(one as string, 'latin1')));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + body.length);
  return Buffer.concat([size, Buffer.from(name, 'latin1'), body]);
};
const data = box('mdat', 'x'.repeat(100));

/** The head of a picture, with one item of a type: `hvc1`, or `grid` for one of tiles. */
function heif(brand: string, type: string, others = 'mif1miaf'): Buffer {
  const entry = box('infe', '\x02\0\0\0\0\x01\0\0', type, '\0');
  const items = box('iinf', '\0\0\0\0\0\x01', entry);
  const meta = box('meta', '\0\0\0\0', box('pitm', '\0\0\0\0\0\x01'), items);
  return Buffer.concat([box('ftyp', brand, '\0\0\0\0', others), meta, data]);
}

const probe = async (name: string, content: Buffer) => {
  await writeFile(at(name), content);
  return vau(['probe', at(name)], { env: { ...service.home.env, VAU_FFMPEG: at('ffmpeg') } });
};

const HEIC =
  'this ffmpeg cannot read HEIC pictures: make a JPEG of it, or name an ffmpeg of version 7 or newer in VAU_FFMPEG';

describe('a picture that this ffmpeg does not know', () => {
  it.each(['heic', 'heix', 'mif1', 'hevc', 'heim', 'heis', 'msf1'])(
    'is named, and no damage: %s',
    async (brand) => {
      const { status, stderr } = await probe(`${brand}.heic`, heif(brand, 'hvc1'));
      expect(status).toBe(1);
      expect(stderr).toContain(`${brand}.heic: ${HEIC}`);
    },
  );

  it.each(['avif', 'mif1'])('is named: AVIF of the brand %s', async (brand) => {
    const { stderr } = await probe(`${brand}.avif`, heif(brand, 'av01', 'mif1avif'));
    expect(stderr).toContain('this ffmpeg cannot read AVIF pictures: make a JPEG of it');
  });

  it('is named in the error of an uploaded file', async () => {
    const { id } = (await service.upload(heif('heic', 'hvc1'), 'photo.heic')).body;
    expect((await service.settled(`/files/${id}`)).error).toBe(HEIC);
  });

  it.each([
    ['a picture that was cut off', heif('heic', 'hvc1').subarray(0, -20)],
    ['a picture without its index', Buffer.concat([box('ftyp', 'heic', '\0\0\0\0', 'mif1'), data])],
    ['a film', Buffer.concat([box('ftyp', 'isom', '\0\0\0\0', 'mp41'), box('meta', '\0\0\0\0'), data])],
  ])('is not blamed for damage: %s', async (_, content) => {
    const { stderr } = await probe('damaged.mp4', content);
    expect(stderr).toContain('damaged.mp4: the file is cut off or damaged (its index is missing)');
  });

  it('is refused where it is made of tiles, of which one would be taken for the whole', async () => {
    const { status, stderr } = await probe('phone.heic', heif('heic', 'grid'));
    expect(status).toBe(1);
    expect(stderr).toContain(
      'phone.heic: its picture is made of tiles, which this program does not put together',
    );
  });
});

describe('a picture that ffmpeg knows', () => {
  it('is read where an ffprobe from elsewhere does not know it', async () => {
    await make(...picture(1), '-frames:v', '1', at('known.png'));
    await mkdir(at('newer'));
    await symlink(locate('ffmpeg'), at('newer/ffmpeg'));
    const env = {
      ...service.home.env,
      VAU_FFMPEG: at('newer/ffmpeg'),
      PATH: `${at('.')}:${process.env.PATH}`,
    };
    const { status, stdout } = await vau(['probe', at('known.png')], { env });
    expect(status).toBe(0);
    expect(stdout).toContain('320x180');
  });
});
