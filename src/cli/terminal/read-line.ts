import { createInterface } from 'node:readline';

/**
 * Reads a line on standard error, with editing and the lines before.
 * @param history earlier lines, the newest first
 * @returns undefined if Ctrl-C or Ctrl-D was typed, or the terminal is gone
 */
export function readLine(prompt: string, history: readonly string[]): Promise<string | undefined> {
  const { stdin: input, stderr: output } = process;
  const lines = createInterface({ input, output, terminal: true, history: [...history] });
  return new Promise((resolve) => {
    // Without a listener, Ctrl-C pauses the interface and nothing ends.
    lines.on('SIGINT', () => lines.close());
    lines.once('close', () => {
      output.write('\n');
      resolve(undefined);
    });
    lines.question(prompt, (line) => {
      lines.removeAllListeners('close').close();
      resolve(line);
    });
  });
}
