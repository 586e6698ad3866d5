import { describe, expect, it } from 'vitest';
import { rankingJudge } from '../../../../src/service/understanding/rules/moments/ranking/judge.ts';
import { linesOf, requestOf } from './films.ts';

const { signal } = new AbortController();
const judge = rankingJudge(undefined);

/** The lines of each moment. */
async function metBy(instructions: string, said: readonly string[], name = 'wanted_moments') {
  const criterion = { name, instructions };
  const { moments } = await judge.judge(requestOf('', linesOf(...said), { criterion }), signal);
  return moments.map(({ evidence }) => evidence);
}

/** What people of a trade ask for, what is said to it, and the lines that meet it. */
const KINDS: Readonly<Record<string, { rubric: string; said: readonly string[]; met: readonly number[][] }>> =
  {
    'a job taken on without "will"': {
      rubric: 'A speaker takes on a task. An order on its own is not one.',
      said: ['Ann: Who can bring the ladder?', 'Ben: Leave it with me.', 'Ann: The gulls are loud.'],
      met: [[1]],
    },
    'a figure that is disputed, with the claim': {
      rubric: 'A figure that was put forward is contradicted by somebody else.',
      said: [
        'Ann: The bridge is forty metres long.',
        "Ben: No, it's thirty-five, I measured it.",
        'Ann: Nice view.',
      ],
      met: [[0, 1]],
    },
    'a quarrel about what was said before': {
      rubric: 'Two people contradict each other about what one of them said earlier.',
      said: [
        'Ann: You promised me the blue one.',
        'Ben: I never promised that.',
        'Ann: The rain has stopped.',
      ],
      met: [[0, 1]],
    },
    'a side that gives way': {
      rubric: 'One side gives way in an argument.',
      said: [
        'Ann: I want the wall green.',
        'Ben: Green is too dark in here.',
        'Ann: Fair enough, then we take white.',
      ],
      met: [[0, 1, 2]],
    },
    'a counter-offer, with the offer': {
      rubric: 'A counter-offer is made to an offer.',
      said: [
        'Ann: What about two hundred for the boat?',
        "Ben: I'd rather say two hundred and fifty.",
        'Ann: It is late.',
      ],
      met: [[0, 1]],
    },
    'a message that went astray': {
      rubric: 'A piece of information did not reach the person who needed it.',
      said: ['Ann: The boat leaves at six now.', 'Ben: Nobody told me that.', 'Ann: The sea is calm.'],
      met: [[0, 1]],
    },
    'a slip that its speaker puts right': {
      rubric: 'The speaker corrects themselves in the same breath.',
      said: ['Ann: We sail on Tuesday, no, sorry, on Wednesday.', 'Ben: The sea is calm.'],
      met: [[0]],
    },
    'a plan of one’s own that is dropped': {
      rubric: 'A speaker drops a plan of their own for another one.',
      said: ['Ann: I wanted to take the train, but then I went by boat instead.', 'Ben: The sea is calm.'],
      met: [[0]],
    },
    'a telephone number': {
      rubric: 'Contact data is read out. Prices do not count.',
      said: [
        'Ann: You reach me on oh seven nine, four four one, two three five.',
        'Ben: It costs forty euros.',
      ],
      met: [[0]],
    },
    'a password': {
      rubric: 'A password is said aloud.',
      said: ['Ann: The password for the gate is seagull.', 'Ben: I forgot the key.'],
      met: [[0]],
    },
    'a request for silence': {
      rubric: 'Somebody asks that something is kept off the record.',
      said: ['Ann: Keep that to yourself, please.', 'Ben: The harbour is full.'],
      met: [[0]],
    },
    'somebody who leaves': {
      rubric: 'A speaker announces that they are leaving their job.',
      said: ['Ann: I handed in my notice this morning.', 'Ben: She is leaving the harbour at noon.'],
      met: [[0]],
    },
    'an injury': {
      rubric: 'Somebody got hurt. Illness does not count.',
      said: [
        'Ann: He broke his wrist on the stairs.',
        'Ben: She had a fever on Monday.',
        'Ann: The door is broken.',
      ],
      met: [[0]],
    },
    'sums without a currency, where people bargain': {
      rubric: 'An amount of money is named.',
      said: [
        'Ann: I offer you sixty euros.',
        'Ben: Eighty, and you keep the oars.',
        'Ann: There are eighty boats.',
      ],
      met: [[0], [1]],
    },
    'a refusal, and no plain no': {
      rubric: 'Somebody refuses a request. A no to a question of fact does not count.',
      said: [
        "Ann: I'm not discussing that here.",
        "Ben: No, that's the old harbour.",
        'Ann: The gulls are loud.',
      ],
      met: [[0]],
    },
    'a cause, and no length of time': {
      rubric: 'The cause of a failure is explained.',
      said: ['Ann: It broke because the bolt was rusty.', 'Ben: That has been there since Monday.'],
      met: [[0]],
    },
    'a question that nobody takes up, and none that the next speaker answers': {
      rubric: 'A question is left without an answer.',
      said: ['Ann: How old is the boat?', 'Ben: Built by my uncle, that one.', 'Ann: Who took the oars?'],
      met: [[2]],
    },
  };

describe('what people of a trade ask for', () => {
  for (const [kind, { rubric, said, met }] of Object.entries(KINDS))
    it(`finds ${kind}`, async () => {
      expect(await metBy(rubric, said)).toEqual(met);
    });
});

describe('how a rubric is read', () => {
  it('takes a description of what was not done for no exclusion', async () => {
    const said = ['Ann: The pump is leaking and does not start.', 'Ben: The sea is calm.'];
    expect(await metBy('A machine is broken or does not do its work.', said)).toEqual([[0]]);
  });

  it('drops what it excludes, in whatever words', async () => {
    const said = ['Ann: Thank you all for coming, thank you everyone.', 'Ben: The sea is calm.'];
    expect(await metBy('Somebody thanks somebody.', said)).toEqual([[0]]);
    for (const excluding of [
      'Set phrases of politeness do not count.',
      'Leave out set phrases of politeness.',
      'Not set phrases of politeness.',
      'Set phrases of politeness stay out.',
    ])
      expect(await metBy(`Somebody thanks somebody. ${excluding}`, said), excluding).toEqual([]);
  });

  it('takes phrases that it quotes for examples, of what it asks for and of what it excludes', async () => {
    const said = ['Ann: The tide has turned, I hope so.', 'Ben: It is a fine kettle of fish.'];
    expect(await metBy("A saying such as 'kettle of fish' is used.", said)).toEqual([[1]]);
    const promised = ['Ann: I promise to paint it, touch wood.', 'Ben: I promise to paint it.'];
    expect(await metBy("Somebody promises something. Do not count it with 'touch wood'.", promised)).toEqual([
      [1],
    ]);
  });

  it('asks for the whole that is named, and not for its parts', async () => {
    const said = ['Ann: The bridge is forty metres long.', 'Ben: It was built in May.'];
    expect(await metBy('Corrects own figure, date or name in the same breath.', said)).toEqual([]);
  });
});
