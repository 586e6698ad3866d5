import { clean, cleanLines } from './clean.ts';
import type { Io } from './io.ts';

export interface Progress {
  /** Shows the current state. Outside a terminal it prints a line only when the text has changed. */
  update(text: string): void;
  /** Ends the progress; a given text stays as the last line. Can be called twice. */
  stop(text?: string): void;
  /** Writes something while the progress is shown: a spinner makes room for it. */
  around(write: () => void): void;
}

/** Maximum length of a text, in characters: states come from a service. */
const longest = 1000;

/** Shows nothing, for commands that run inside another. */
export const silentProgress: Progress = { update: () => {}, stop: () => {}, around: (write) => write() };

/** Starts progress on standard error. */
export function startProgress(io: Io, text: string): Progress {
  const make = io.terminal.err && io.env.TERM !== 'dumb' ? spinner : lines;
  const short = (now: string) => clean(now.slice(0, longest));
  const shown = make(io, short(text));
  return {
    update: (now) => shown.update(short(now)),
    stop: (last) => shown.stop(last === undefined ? undefined : cleanLines(last)),
    around: shown.around,
  };
}

function lines(io: Io, first: string): Progress {
  let last = '';
  const say = (text: string) => {
    if (text !== last) io.err(`${text}\n`);
    last = text;
  };
  say(first);
  return { update: say, stop: (text) => text !== undefined && say(text), around: (write) => write() };
}

/** ora loads asynchronously; earlier updates are kept for it. */
function spinner(io: Io, first: string): Progress {
  let text = first;
  let stopped = false;
  let show: { text: string; stop(): unknown; clear(): unknown; render(): unknown } | undefined;
  void import('ora').then(({ default: ora }) => {
    // discardStdin would take Ctrl-C and typed-ahead keys from the next reader.
    if (!stopped) show = ora({ text, stream: process.stderr, discardStdin: false }).start();
  });
  return {
    update(now) {
      text = now;
      if (show) show.text = now;
    },
    stop(last) {
      stopped = true;
      show?.stop();
      show = undefined;
      if (last !== undefined) io.err(`${last}\n`);
    },
    around(write) {
      show?.clear();
      write();
      show?.render();
    },
  };
}
