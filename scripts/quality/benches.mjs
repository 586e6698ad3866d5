/** Up to so many, counts say more than a share. */
export const FEW = 60;

const none = 'No figure is published on this set.';

/** The benchmarks of quality: their words, and the best that is published of the same task, with its source. */
export const BENCHES = {
  hearing: {
    args: ['hearing'],
    published: `Published, on other sets (the mean of eight English ones): 10.1 % for this model
([Moonshine](https://arxiv.org/abs/2410.15608)). ${none}`,
  },
  text: { args: ['text'], published: none },
  search: { args: ['search', '--b'], published: none },
  answers: { args: ['answers', '--sealed'], published: none },
  moments: { args: ['moments', '--sealed'], published: none },
  extraction: { args: ['extraction'], published: none },
  shots: {
    args: ['shots'],
    published: `Published, on other sets: F1 0.962 on BBC Planet Earth, 0.939 on RAI, 0.779 on ClipShots
([TransNet V2](https://arxiv.org/abs/2008.04838)). ${none}`,
  },
};
