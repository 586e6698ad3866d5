/** The built service of the benchmark `reindex`, asked over HTTP, with the processor time of its parts. Linux only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processTree } from '../tree.mjs';

const cli = fileURLToPath(new URL('../../../bin/vau.js', import.meta.url));

/** @param env settings of the service besides its folder */
export async function startService(dataDir, token, collections, env) {
  const { PATH, HOME, VAU_FFMPEG } = process.env;
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0'], {
    env: { PATH, HOME, VAU_FFMPEG, VAU_DATA_DIR: dataDir, VAU_RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await addressOf(child);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    /** @returns what was found with its scores, as text, and what it took; or the error */
    async search(query) {
      const body = JSON.stringify({ query, collections, scope: 'segment', limit: 20 });
      const [used, began] = [millisecondsOf(child.pid), performance.now()];
      const answer = await fetch(`${url}/search`, { method: 'POST', headers, body });
      const text = await answer.text();
      const [cpu, wall] = [millisecondsOf(child.pid) - used, performance.now() - began];
      if (!answer.ok) return { error: `${answer.status} ${text}`, cpu, wall };
      const found = JSON.parse(text).results.map(({ segment_id, score }) => `${segment_id} ${score}`);
      return { found: found.join('\n'), cpu, wall };
    },
    /** Milliseconds of processor time of the service's own process so far. */
    used: () => millisecondsOf(child.pid),
    /** The same of its encoders. @param name their script */
    usedByEncoder(name) {
      const others = processTree(child.pid).filter(({ pid }) => commandOf(pid).includes(`/${name}`));
      return others.reduce((sum, { pid }) => sum + millisecondsOf(pid), 0);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/** Processor time of all threads of a process, which the scheduler counts in nanoseconds. */
function millisecondsOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + runTime(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1e6;
}

/** 0 for a thread that has ended. */
function runTime(file) {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /is running at (http:\S+?)\. /.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
}
