/** Plants a fault in the built service while it is loaded: VAU_TEST_PLANTED is a pair, a piece of its code and another. */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const [found, instead] = JSON.parse(process.env.VAU_TEST_PLANTED ?? '[]');
if (found && isMainThread) register(import.meta.url);

/** A hook of Node's loader. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!found || loaded.format !== 'module' || !url.includes('/dist/')) return loaded;
  return { ...loaded, source: String(loaded.source).replace(found, () => instead) };
}
