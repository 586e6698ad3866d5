import { clean, cleanLines } from './clean.ts';
import type { Io } from './io.ts';

export interface Progress {
  /** Says where things stand now. Elsewhere than on a terminal a line is written only when it changed. */
  update(text: string): void;
  /** Ends it; with a text, that stays as the last line. Safe to call twice. */
  stop(text?: string): void;
}

/** Longest text of a moment, in characters: states come from a service. */
const longest = 1000;

/** Progress that writes to standard error; never to standard output. */
export function startProgress(io: Io, text: string): Progress {
  const make = io.terminal.err && io.env.TERM !== 'dumb' ? spinner : lines;
  const short = (now: string) => clean(now.slice(0, longest));
  const shown = make(io, short(text));
  return {
    update: (now) => shown.update(short(now)),
    stop: (last) => shown.stop(last === undefined ? undefined : cleanLines(last)),
  };
}

function lines(io: Io, first: string): Progress {
  let last = '';
  const say = (text: string) => {
    if (text !== last) io.err(`${text}\n`);
    last = text;
  };
  say(first);
  return { update: say, stop: (text) => text !== undefined && say(text) };
}

/** ora is loaded behind the first frame: what it would have said meanwhile is kept. */
function spinner(io: Io, first: string): Progress {
  let text = first;
  let stopped = false;
  let show: { text: string; stop(): unknown } | undefined;
  void import('ora').then(({ default: ora }) => {
    // discardStdin would take Ctrl-C and typed-ahead keys away from whoever reads them next.
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
  };
}
