/**
 * Loaded before a program's own code: gives it a clock that jumps while it runs. The file VAU_TEST_CLOCK says by how many
 * milliseconds it is wrong; without the file it is right. Times that only pass (performance.now) go on, as on a real machine.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 100;
const Real = Date;
let wrong = 0;

function look() {
  try {
    wrong = Number(readFileSync(process.env.VAU_TEST_CLOCK ?? '', 'utf8')) || 0;
  } catch {
    wrong = 0;
  }
}

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + wrong);
    else super(...given);
  }

  static now() {
    return Real.now() + wrong;
  }
};
look();
setInterval(look, LOOK_MS).unref();
