/** Bundles the service for a benchmark. The bundle is inside the project, so that it finds its packages. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the path of the bundle, and a function that removes it */
export async function bundleService() {
  const folder = path.join(root, 'node_modules', '.cache', `vau-bench-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const outfile = path.join(folder, 'service.mjs');
  const require =
    "import{createRequire as __makeRequire}from'node:module';const require=__makeRequire(import.meta.url);";
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { openService } from './src/service/index.ts';
        export { logTo } from './src/service/log.ts';
        export { FRUGAL } from './src/media/entry-path.ts';
        export { giveWay, locateFfmpeg } from './src/media/index.ts';
        export { makeServer, addressOf } from './src/service/http/server.ts';
        export { move } from './src/service/index.ts';
        export { openStore } from './src/service/store/open-store.ts';
        export { createToken } from './src/service/accounts/tokens.ts';
        export { addLargeCollection, addLongFile } from './test/service/resources/deletions/bulk.ts';
        export { findToken } from './src/service/accounts/tokens.ts';
        export { localAccount } from './src/service/accounts/accounts.ts';
        export { indexCollectionFile, wordsOfCollectionFile } from './src/service/search/documents/documents.ts';
        export { passagesIn, sourceOf } from './src/service/search/vectors/passages.ts';
        export { encodeCollectionFile } from './src/service/resources/passages/encode.ts';
        export { writePassages } from './src/service/resources/passages/rows.ts';
        export { compact, toBytes } from './src/service/search/vectors/compact.ts';
        export { runSearch } from './src/service/search/search.ts';
        export { candidatesFor } from './src/service/search/answers/answers.ts';
        export { featureNames } from './src/service/search/answers/sentences.ts';
        export { queriesOf } from './src/service/resources/chats/answer.ts';
        export { findCandidates } from './src/service/search/search.ts';
        export { planSearches } from './src/service/search/query/plan.ts';
        export { TermPhrases } from './src/service/search/words/term-phrases.ts';
        export { featuresOf } from './src/service/search/scores/likelihood.ts';
        export { withEncoder } from './src/service/resources/common/with-encoder.ts';
        export { encoderFor, sentenceEncoder, stopEncoders } from './src/service/understanding/models/embeddings/index.ts';
        export { exampleCosines } from './src/service/understanding/models/embeddings/scale/measure.ts';
        export { fitLogOdds } from './src/service/understanding/models/embeddings/scale/measure.ts';
        export { measureEncoder } from './src/service/resources/passages/measure-encoder.ts';
        export { insertFile, newFile } from './src/service/resources/files/rows.ts';
        export { warmSearch } from './src/service/search/search.ts';
        export { moonshineSpeech } from './src/service/understanding/modalities/speech/moonshine/provider.ts';
        export { joined as joinedLines } from './src/service/understanding/modalities/speech/moonshine/provider.ts';
        export { featuresOf as trustFeatures, judged, rightFeaturesOf } from './src/service/understanding/modalities/speech/moonshine/provider.ts';
        export { Hono } from 'hono';
        export { operations, SURE } from './src/contract/index.ts';
        export * from './test/support/misbehaving-model.ts';
        export { setUpEncoder } from './test/support/models/set-up.ts';
        import { sql } from 'kysely';
        import { migrations } from './src/service/store/migrations/index.ts';
        export const storeVersion = migrations.at(-1).version;
        /** Fills faster, at the cost of memory; a fill that the machine ends is begun again. */
        export const hurry = async (db) => {
          for (const pragma of ['cache_size = -1000000', 'wal_autocheckpoint = 100000', 'synchronous = off'])
            await sql.raw(\`pragma \${pragma}\`).execute(db);
        };
        export const rawSearch = (db, words) => sql\`select rowid from document_terms
          where document_terms match \${words} order by bm25(document_terms) limit 20\`.execute(db);`,
      resolveDir: root,
      loader: 'ts',
    },
    // In parts, as it ships: what is loaded only where it is needed takes no memory elsewhere.
    outdir: folder,
    entryNames: 'service',
    chunkNames: 'part-[hash]',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minifyWhitespace: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: require },
    // undici is CommonJS: loaded on demand from a bundle in parts, its names are missing.
    external: ['@photostructure/sqlite', 'tesseract.js', '@tesseract.js-data/eng', 'ffmpeg-static', 'undici'],
    logLevel: 'error',
  });
  return { outfile, remove: () => rm(folder, { recursive: true, force: true }) };
}
