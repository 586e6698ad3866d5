import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let page: Response;
let text: string;
beforeAll(async () => {
  service = await openTestService({ publicUrl: 'http://localhost/media' });
  page = await service.app.request('/api', { headers: { accept: 'text/html' } });
  text = await page.text();
});
afterAll(() => service.close());

it('shows every operation with its scope, statuses and an example, to everyone', () => {
  expect(page.status).toBe(200);
  for (const { id, method, path, summary, errors } of Object.values(operations)) {
    const [, own = ''] = text.split(`<details id="${id}">`);
    const shown = own.split('</details>')[0] ?? '';
    expect(shown, id).toContain(`<code>${method} ${path}</code>`);
    expect(shown, id).toContain(summary.replaceAll("'", '&#39;'));
    for (const status of errors) expect(shown, id).toContain(`<code>${status}</code>`);
    expect(shown, id).toContain('<pre>{');
    expect(shown, id).toMatch(/scope (read|write|admin)/);
  }
});

it('loads nothing from elsewhere and runs no script', () => {
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/<script|style="|onclick|src="http/);
  const loaded = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  expect(loaded.length).toBeGreaterThan(0);
  for (const href of loaded) expect(href).toMatch(/^\/media\/assets\//);
  expect(text).toContain('href="/media/v1/openapi.json"');
});
