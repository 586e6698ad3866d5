/** A build in a package registry, pinned by the hash of its archive. */
export interface PackagedBuild {
  /** Package name; npm's archive contains the program as `package/ffmpeg` or `package/ffprobe`, with .exe on Windows. */
  name: string;
  version: string;
  /** Subresource integrity of the archive: the algorithm, a hyphen, and the hash in base64. */
  integrity: string;
  /** For a package of Python's index, which is a zip: the name of its file there, and that of the program in it. */
  wheel?: { readonly file: string; readonly entry: string };
}

export type Program = 'ffmpeg' | 'ffprobe';

type Builds = Readonly<Record<string, readonly [version: string, sha512: string]>>;

type Wheels = Readonly<Record<string, readonly [tag: string, program: string, sha256: string]>>;

/** The newest static builds that a package carries in its archive: ffmpeg 7.0.2 for Linux, 7.1 for the others. */
const WHEELS: Wheels = {
  'linux-x64': [
    'manylinux2014_x86_64',
    'ffmpeg-linux-x86_64-v7.0.2',
    'x+RvzsQB3ZkEBQSdLi9HXis5d3nfJRm1RLiqtRUZUoI=',
  ],
  'linux-arm64': [
    'manylinux2014_aarch64',
    'ffmpeg-linux-aarch64-v7.0.2',
    'HUe+vYPSxfx3ByDSEYVfIIr4pZbILRdzCqUegVze5tw=',
  ],
  'darwin-x64': [
    'macosx_10_9_intel.macosx_10_9_x86_64',
    'ffmpeg-macos-x86_64-v7.1',
    'nSuq+GcIhQjUo0WOYe6zDpRcStgBYCVUX2bEtarvCmE=',
  ],
  'darwin-arm64': [
    'macosx_11_0_arm64',
    'ffmpeg-macos-aarch64-v7.1',
    'sa4xc0FLX8X1OKcmxOSOqX7cDSzcEfEDr+5lXEY/p0I=',
  ],
  'win32-x64': ['win_amd64', 'ffmpeg-win-x86_64-v7.1.exe', 'AvpHyDcDw332v+SJaqszkBP2K/AsXr8tzm2lavBP/Ao='],
};

const WHEEL_VERSION = '0.6.0';

/** @returns the build of ffmpeg in Python's index for a platform and processor in Node's names, or null if it has none */
export function wheelBuild(platform: string, arch: string): PackagedBuild | null {
  const found = WHEELS[`${platform}-${arch}`];
  if (!found) return null;
  const [tag, program, sha256] = found;
  return {
    name: 'imageio-ffmpeg',
    version: WHEEL_VERSION,
    integrity: `sha256-${sha256}`,
    wheel: {
      file: `imageio_ffmpeg-${WHEEL_VERSION}-py3-none-${tag}.whl`,
      entry: `imageio_ffmpeg/binaries/${program}`,
    },
  };
}

/**
 * By Node's platform and processor, for networks that reach npm's registry only. All are from 2018, except for Apple's
 * newer processors: good enough to start with, and refused for files from strangers. npm has no newer ones in packages
 * without an install script.
 */
const FFMPEG: Builds = {
  'linux-x64': [
    '4.1.0',
    'Y5BWhGLU/WpQjOArNIgXD3z5mxxdV8c41C+U15nsE5yF8tVcdCGet5zPs5Zy3Ta6bU7haGpIzryutqCGQA/W8A==',
  ],
  'linux-arm64': [
    '4.1.4',
    'dljEqAOD0oIM6O6DxBW9US/FkvqvQwgJ2lGHOwHDDwu/pX8+V0YsDL1xqHbj1DMX/+nP9rxw7G7gcUvGspSoKg==',
  ],
  'linux-arm': [
    '4.1.3',
    'NDf5V6l8AfzZ8WzUGZ5mV8O/xMzRag2ETR6+TlGIsMHp81agx51cqpPItXPib/nAZYmo55Bl2L6/WOMI3A5YRg==',
  ],
  'linux-ia32': [
    '4.1.0',
    '0LWyFQnPf+Ij9GQGD034hS6A90URNu9HCtQ5cTqo5MxOEc7Rd8gLXrJvn++UmxhU0J5RyRE9KRYstdCVUjkNOQ==',
  ],
  'darwin-x64': [
    '4.1.0',
    'Z4EyG3cIFjdhlY8wI9aLUXuH8nVt7E9SlMVZtWvSPnm2sm37/yC2CwjUzyCQbJbySnef1tQwGG2Sx+uWhd9IAw==',
  ],
  'darwin-arm64': [
    '4.1.5',
    'hYqTiP63mXz7wSQfuqfFwfLOfwwFChUedeCVKkBtl/cliaTM7/ePI9bVzfZ2c+dWu3TqCwLDRWNSJ5pqZl8otA==',
  ],
  'win32-x64': [
    '4.1.0',
    'Drt5u2vzDnIONf4ZEkKtFlbvwj6rI3kxw1Ck9fpudmtgaZIHD4ucsWB2lCZBXRxJgXR+2IMSti+4rtM4C4rXgg==',
  ],
  'win32-ia32': [
    '4.1.0',
    'FV2D7RlaZv/lrtdhaQ4oETwoFUsUjlUiasiZLDxhEUPdNDWcH1OU9K1xTvqz+OXLdsmYelUDuBS/zkMOTtlUAw==',
  ],
};

/** From 2022 and 2023. */
const FFPROBE: Builds = {
  'linux-x64': [
    '5.2.0',
    'D3UeqTLYPNs7pBWPLUYGehPdRVqU8eACox4OZy3pZUZatxye2YKlvBwEfaLdL1v2Z4FOAlLUhms0kY8m8kqSRA==',
  ],
  'linux-arm64': [
    '5.2.0',
    'X1VvWtlLs6ScP73biVLuHD5ohKJKsMTa0vafCESOen4mOoNeLAYbxOVDxWAdFz9cpZgRiloFj5QD6nDj8E28yQ==',
  ],
  'linux-arm': [
    '5.2.0',
    'PF5HqEhCY7WTWHtLDYbA/+rLS+rhslWvyBlAG1Fk8VzVlnRdl93o6hy7DE2kJgxWQbFaR3ZktPQGEzfkrmQHvQ==',
  ],
  'linux-ia32': [
    '5.2.0',
    'TFVK5sasXyXhbIG7LtPRDmtkrkOsInwKcL43iEvEw+D9vCS2rc//mn9/0Q+BR0UoJEiMK4+ApYr/3LLVUBPOCQ==',
  ],
  'darwin-x64': [
    '5.1.0',
    'J+YGscZMpQclFg31O4cfVRGmDpkVsQ2fZujoUdMAAYcP0NtqpC49Hs3SWJpBdsGB4VeqOt5TTm1vSZQzs1NkhA==',
  ],
  'darwin-arm64': [
    '5.0.1',
    'vwNCNjokH8hfkbl6m95zICHwkSzhEvDC3GVBcUp5HX8+4wsX10SP3B+bGur7XUzTIZ4cQpgJmEIAx6TUwRepMg==',
  ],
  'win32-x64': [
    '5.1.0',
    'jMGYeAgkrdn4e2vvYt/qakgHRE3CPju4bn5TmdPfoAm1BlX1mY9cyMd8gf5vSzI8gH8Zq5WQAyAkmekX/8TSTg==',
  ],
  'win32-ia32': [
    '5.1.0',
    '5O3vOoNRxmut0/Nu9vSazTdSHasrr+zPT2B3Hm7kjmO3QVFcIfVImS6ReQnZeSy8JPJOqXts5kX5x/3KOX54XQ==',
  ],
};

const SETS: Readonly<Record<Program, readonly [scope: string, builds: Builds]>> = {
  ffmpeg: ['@ffmpeg-installer', FFMPEG],
  ffprobe: ['@ffprobe-installer', FFPROBE],
};

/** @returns npm's build for a platform and processor in Node's names, or null if the registry has none */
export function packagedBuild(program: Program, platform: string, arch: string): PackagedBuild | null {
  const [scope, builds] = SETS[program];
  const found = builds[`${platform}-${arch}`];
  if (!found) return null;
  return { name: `${scope}/${platform}-${arch}`, version: found[0], integrity: `sha512-${found[1]}` };
}
