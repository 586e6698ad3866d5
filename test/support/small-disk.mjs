/**
 * Loaded before a program's own code: the disk then takes VAU_TEST_DISK_BYTES more and is full, as the system says it.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.VAU_TEST_DISK_BYTES);

/** Writes what still fits. */
async function into(write, data) {
  const bytes = Buffer.from(data);
  const fits = bytes.subarray(0, left);
  left -= fits.length;
  await write(fits);
  if (fits.length < bytes.length)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

const probe = await fs.open(process.execPath);
const handle = Object.getPrototypeOf(probe);
await probe.close();
const { writeFile } = handle;
handle.writeFile = function (data, ...how) {
  return into((bytes) => writeFile.call(this, bytes, ...how), data);
};
const own = { ...fs };
fs.writeFile = (file, data, ...how) => into((bytes) => own.writeFile(file, bytes, ...how), data);
fs.copyFile = async (from, to) => into((bytes) => own.writeFile(to, bytes), await own.readFile(from));
syncBuiltinESMExports();
