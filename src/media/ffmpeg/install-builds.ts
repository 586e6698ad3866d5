/** A build of ffmpeg that the package registry carries, pinned by the hash of its archive. */
export interface PackagedBuild {
  /** Package name; the archive holds the program as `package/ffmpeg` or `package/ffmpeg.exe`. */
  name: string;
  version: string;
  /** Subresource integrity of the archive, as the registry publishes it. */
  integrity: string;
}

const SCOPE = '@ffmpeg-installer';

/**
 * By Node's platform and processor. All are of 2018, except for Apple's newer processors: good enough to begin
 * with, not for files from strangers.
 */
const BUILDS: Record<string, readonly [version: string, sha512: string]> = {
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

/** @returns the build for a platform and processor as Node names them, or null when the registry has none */
export function packagedBuild(platform: string, arch: string): PackagedBuild | null {
  const found = BUILDS[`${platform}-${arch}`];
  if (!found) return null;
  return { name: `${SCOPE}/${platform}-${arch}`, version: found[0], integrity: `sha512-${found[1]}` };
}
