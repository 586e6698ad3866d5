/** What dist/THIRD-PARTY-LICENSES.txt says besides the licences of the packages in the bundle. */

/** Stands at its beginning. */
export const preface = `What stands below are the licences of the packages whose code is in this bundle.

ffmpeg and ffprobe are not among them. They are programs of their own: vau starts them and reads what they print, and
none of their code is in vau. Most builds are under the GNU General Public License, some under the GNU Lesser General
Public License; "ffmpeg -L" says which. That holds for the build that the optional package ffmpeg-static downloads (GPL
version 3 or later), for those that "vau setup ffmpeg" fetches (GPL version 3), and for those of most distributions.
To do without the optional packages, install vau with --omit=optional; VAU_FFMPEG names any other ffmpeg.

The optional packages (@photostructure/sqlite, ffmpeg-static, tesseract.js, @tesseract.js-data/eng) are installed beside
vau and bring their licences with them.
`;

/** Where the source of a package is, for licences that ask for it; undefined for the others. */
export function sourceOf({ name, version, license, repository }) {
  if (!/^(MPL|LGPL|GPL|EPL)/.test(license ?? '')) return undefined;
  const url = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+/, '');
  return `Its source, unchanged, is in the npm package ${name}@${version} (npm pack ${name}@${version})${url ? `, and at ${url}` : ''}.`;
}
