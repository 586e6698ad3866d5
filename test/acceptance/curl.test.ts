/** The curl command of --dry-run, run by a shell: it sends the same request. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lacks, locate } from '../support/programs.ts';
import { choosing, run, stage, token } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const odd = `it's a "film", $HOME; \\ part 1.mp4`;
const { service, home } = await stage(() => ({ json: { id: a } }));
writeFileSync(path.join(home.folder, odd), 'not looked at');

const vau = (args: string[]) => run(home.folder, args, { env: choosing(service) });

/** The request without parts that differ between programs: agents, boundaries, types of parts. */
function essence() {
  return service.arrived.splice(0).map(({ method, path: route, query, headers, body }) => {
    const boundary = /boundary=(.*)$/.exec(headers['content-type'] ?? '')?.[1];
    const { authorization } = headers;
    if (!boundary) return { method, route, query, authorization, type: headers['content-type'], body };
    const parts = String(body)
      .split(`--${boundary}`)
      .map((part) =>
        part.replace(/content-type: [^\r]*\r\n/i, '').replace(/^\s*content-disp/i, 'content-disp'),
      )
      // curl and browsers quote names differently.
      .map((part) => part.replace(/filename="(?:[^"\\]|\\.)*"/, 'filename'))
      .sort();
    return { method, route, query, authorization, parts };
  });
}

describe.skipIf(lacks('curl') || lacks('bash'))('the curl command', () => {
  it.each([
    [['share', 'create', a, '--title', `it's "$HOME" \`id\` \\ \n ü 日本`, '--metadata', '{"n":1.0}']],
    [['file', 'upload', odd, '--no-preflight', '--metadata', '{"k":"@;,"}', '--no-segment-thumbnails']],
    [['webhook', 'update', a, '--no-active', '--event', 'file.job.completed']],
    [['collection', 'delete', a, '--yes']],
    [['api', 'PATCH', '/files?a[1-2]=1&b={2,3}', '--param', 'q=a b&c', '--body', '"@text"']],
    [['api', 'POST', `/deepSearch/${a}/cancel`]],
  ])('of vau %j', async (line) => {
    const told = await vau([...line, '--dry-run', '-o', 'json']);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(service.arrived).toEqual([]);
    const { curl } = JSON.parse(told.stdout);
    expect(curl).not.toContain(token);
    await promisify(execFile)(locate('bash'), ['-c', curl], {
      cwd: home.folder,
      env: { PATH: process.env.PATH, HOME: home.folder, VAU_TOKEN: token },
    });
    const byCurl = essence();
    expect((await vau(line)).status).toBe(0);
    expect(byCurl).toEqual(essence());
    expect(byCurl).toHaveLength(1);
  });
});
