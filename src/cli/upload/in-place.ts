/** --in-place: files are named to the service and not sent. */
import path from 'node:path';

/** Whether a path is absolute on any system: the service may run on another one. */
export const isAbsolute = (file: string): boolean =>
  path.posix.isAbsolute(file) || path.win32.isAbsolute(file);

/** The path that the service is asked to read: a relative one is meant from the current folder. */
export const placeOf = (file: string): string => (isAbsolute(file) ? file : path.resolve(file));
