// Loaded before the program by NODE_OPTIONS: writes down the most memory it held, in MB, when it ends.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { maxRSS } = process.resourceUsage();
  writeFileSync(process.env.VAU_TEST_PEAK, String(Math.round(maxRSS / 1024)));
});
