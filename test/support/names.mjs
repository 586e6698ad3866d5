/**
 * Loaded into a `vau serve` before its own code (NODE_OPTIONS=--import), and so into its workers: a resolver that knows
 * the names in VAU_TEST_NAMES, and an internet whose only machine is this one. Each name has a list of answers, one
 * for each look-up, the last for all that follow; an answer is a list of addresses.
 *
 * What the program under test sees is the address that the name has; the connection leads to 127.0.0.1 all the same.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';

const names = JSON.parse(process.env.VAU_TEST_NAMES ?? '{}');
const { lookup } = dns;
const { connect } = Socket.prototype;

dns.lookup = (name, options, done) => {
  const answers = names[name];
  if (!answers) return lookup(name, options, done);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  const found = answer.map((address) => ({ address, family: isIP(address) }));
  queueMicrotask(() => (options.all ? done(null, found) : done(null, found[0].address, found[0].family)));
};
syncBuiltinESMExports();

Socket.prototype.connect = function here(...asked) {
  const options = Array.isArray(asked[0]) ? asked[0][0] : asked[0];
  const { lookup: judged } = options;
  if (judged && names[options.host])
    options.lookup = (name, how, done) =>
      judged(name, how, (error) => {
        if (error) done(error);
        else if (how.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
        else done(null, '127.0.0.1', 4);
      });
  return connect.apply(this, asked);
};
