import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { binary } from '../support/served.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
const text = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

it.each(files)(
  '%s uses whichever service the run is about, so that it also runs against the started binary',
  (file) => {
    const imports = [...text(file).matchAll(/from '(.*)'/g)].map((match) => match[1]);
    expect(imports).toContain('../support/served.ts');
    expect(text(file)).not.toMatch(/\bopenTestService\(/);
  },
);

it('is run for the service in this process and for the binary', () => {
  const config = readFileSync(path.join(import.meta.dirname, '../../vitest.config.ts'), 'utf8');
  expect(config).toContain("VAU_TEST_SERVICE: 'binary'");
  expect(process.env.VAU_TEST_SERVICE === 'binary').toBe(binary);
});
