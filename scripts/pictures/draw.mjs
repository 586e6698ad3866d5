/** Draws what a terminal shows: xterm.js in Chromium. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const font = 14;
const theme = {
  ...{
    background: '#16181d',
    foreground: '#d8dbe2',
    cursor: '#d8dbe2',
    black: '#16181d',
    brightBlack: '#7d8590',
  },
  ...{
    red: '#ff7b72',
    green: '#7ee787',
    yellow: '#e3b341',
    blue: '#79c0ff',
    magenta: '#d2a8ff',
    cyan: '#76e3ea',
  },
};

/** Opens a browser that draws. @returns draw(written, columns, rows, file), and close() */
export async function pen(executablePath) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1400 } });
  const [script, style] = ['@xterm/xterm/lib/xterm.js', '@xterm/xterm/css/xterm.css'].map((name) =>
    readFileSync(require.resolve(name), 'utf8'),
  );
  return {
    async draw(written, columns, rows, file) {
      await page.setContent(
        `<style>${style} body { margin: 0 } #t { display: inline-block; padding: 12px; background: ${theme.background} }</style><div id="t"></div>`,
      );
      await page.addScriptTag({ content: script });
      await page.evaluate(
        ([text, cols, rows, font, theme]) => {
          const terminal = new window.Terminal({
            ...{ cols, rows, theme, fontSize: font, fontFamily: 'DejaVu Sans Mono', lineHeight: 1.15 },
            ...{ scrollback: 0, cursorInactiveStyle: 'none' },
          });
          terminal.open(document.getElementById('t'));
          return new Promise((resolve) => terminal.write(text, () => setTimeout(resolve, 200)));
        },
        [written, columns, rows, font, theme],
      );
      await page.locator('#t').screenshot({ path: file });
    },
    close: () => browser.close(),
  };
}
