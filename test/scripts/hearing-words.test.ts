import { expect, test } from 'vitest';
import { compare, levelled } from '../../scripts/bench/hearing/words.mjs';

test.each([
  ['forty-two line Bible of about fourteen fifty-five', '42 line bible, of about 1455.'],
  ['one thousand four hundred and fifty five', '1455'],
  ['five million two hundred thousand', '5,200,000'],
  ['a hundred people, nineteen oh five, two nine three four zero', '100 people, 1905, 29340'],
  ['the fifteenth century, the twenty first of May', 'the 15th century, the 21st of May'],
  ['um, the nineteen-nineties, uh, it is nine thirty', 'the 1990s. It’s 9:30'],
  ['ten percent of five dollars is not three point five', "10% of $5 isn't 3.5"],
  ["Mister Quilter's favourite colour; we travelled", "Mr. Quilter's favorite color: we traveled"],
  ['I cannot recognise the U.S.A.', "I can't recognize the USA"],
  ['re-cycled woodcutters', 'recycled wood cutters'],
])('%s is the same as %s', (said, heard) => {
  expect(compare(said, heard).errors).toBe(0);
  expect(compare(heard, said).errors).toBe(0);
});

test.each([
  ['four for two', 'for four two', 2],
  ['the cat sat on the mat', 'the cat sit on mat now', 3],
  ['he did it', "he didn't", 1],
  ['forty two', 'forty three', 1],
  ['nothing was said', '', 3],
  ['', 'three words more', 3],
])('%s differs from %s by %i', (said, heard, errors) => {
  expect(compare(said, heard).errors).toBe(errors);
});

test('equal words are paired by their places in both texts', () => {
  expect(compare('well, forty two cats', 'Um, 42 black cats.').pairs).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect(levelled('Um, 42 cats').map(({ token, word }) => `${token}${word}`)).toEqual(['41', '21', 'cats2']);
});
