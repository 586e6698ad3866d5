/**
 * Parses times from the output of `-progress pipe:1`.
 * @param onTime called with the seconds of output so far
 * @returns a function to feed with chunks
 */
export function progressReader(onTime: (seconds: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Hours, minutes, seconds; "out_time_ms" is microseconds, despite its name.
      const found = /^out_time=(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(line.trim());
      if (found) onTime(Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]));
    }
  };
}
