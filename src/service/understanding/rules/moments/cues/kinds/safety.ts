import type { Cue } from '../types.ts';

const BODY =
  'hand|thumb|fingers?|knuckles?|wrist|arm|elbow|shoulder|ankle|knee|leg|foot|feet|toe|head|face|eye|nose|back|neck|ribs?|skull|hip|chin|tooth|teeth|skin|muscle|ligament';
const HURT =
  'hurt|injur\\w*|broke|broken|sprain\\w*|twist\\w*|cut|bleed\\w*|bruis\\w*|burn\\w*|scald\\w*|swollen|hit|crush\\w*|sore|torn|tore|went in|dislocat\\w*|stitch\\w*|fell on|pulled|got a \\w+ on|trapped|pinched|stung|bitten|smashed';

/** What goes wrong, and what could. */
export const safety: readonly Cue[] = [
  {
    id: 'warning',
    asked: /\b(?:warn\w*|hazards?|dangers?|dangerous|safety|risks?|caution\w*|keep (?:clear|away))\b/,
    said: [
      [
        0.6,
        /\b(?:careful|watch out|look out|beware|mind (?:the|your)|danger\w*|hazard\w*|poison\w*|toxic|deadly|lethal|slippery|explosive|flammable|high voltage|under current|unstable|out of control|no joke)\b/,
      ],
      [
        0.5,
        /\b(?:do not|don't|never|nobody|must not|mustn't|no one)(?: ever)? (?:\w+ ){0,2}?(?:touch|step|stand|climb|go|walk|lean|reach|look|open|lift|swim|enter|put|get|come|breathe|drink|eat|swallow|run|take|put|use|swing|ride|drive|cross|approach|feed|stroke)\b/,
      ],
      [
        0.5,
        /\b(?:keep|stay|stand|step|get|move) (?:\w+ )?(?:clear|away|back|off|out|behind|well clear|inside|down)\b/,
      ],
      [
        0.55,
        /\b(?:fall|falls|fell|slip|slips|trip|drown\w*|kill\w*|die|dies|burns?|scald\w*|crush\w*|electrocut\w*|shock|suffocat\w*|chok\w*|bites?|kicks?|stings?|break (?:your|his|her|a|an) (?:\w+ )?(?:leg|neck|arm|back|bone|finger)|lose (?:a|your|an|his) (?:\w+ )?(?:finger|hand|eye|leg|toe|arm)|cut (?:your|you)|injur\w*|hurts?|collaps\w*|explod\w*|catch fire|on your head|faint|dizzy|vomit|cost (?:a|your) li(?:fe|ves)|burst|snap|swallow(?:s|ed)?|trapped|buried|infect\w*|blind|deaf|fumes)\b/,
      ],
      [
        0.6,
        /\b(?:mind (?:the|your|that|those|this)|please don't(?=[.,!]|$)|(?:please )?(?:don't|do not) (?:use|lose|lean|let|pull|press|move|leave|forget|do|sit|bend|force|drop|overtighten|mix|plug|switch|turn|post)\b(?! (?:it|that) to)|wear (?:\w+ )?(?:gloves|goggles|a helmet|helmets|boots|masks?)|(?:out of date|expired|overdue)\b|(?:guard|rail|helmet|gloves|extinguisher|harness|tag|cover|goggles)\w* (?:\w+ )?(?:is |are |'s )?missing|(?:guard rail|helmet|harness|goggles|gloves) missing|where's (?:the|your) (?:tag|helmet|harness|gloves|goggles|rail)|nobody (?:goes|gets|climbs|enters|touches)|chain across|be careful|trips? there|or (?:it|you|they)(?:'ll| will))\b/,
      ],
      [-0.35, /\?$/],
      [-0.3, /\b(?:yesterday|last (?:year|week|night|winter|summer)|money|price|was lucky)\b/],
    ],
    examples: [
      'Keep away from the edge, the ground is loose and you can fall.',
      "Don't touch that wire, it's live and it can kill you.",
      'Careful, the floor is wet, somebody will break a leg.',
      'Stay behind the fence, the bull kicks.',
      'Never look into the beam, it burns your eyes.',
      'Do not breathe in the fumes, they are poisonous.',
      'Mind your fingers, the door shuts hard.',
      "Don't go into the water here, the current is too strong.",
      'Put your goggles on, or the splinters go straight into your eyes.',
      "The dog bites, don't put your hand through the bars.",
    ],
  },
  {
    id: 'incident',
    asked: /\b(?:incidents?|accidents?|near miss\w*|emergenc\w*)\b/,
    includes: ['fault', 'warning'],
    said: [
      [
        0.7,
        /\b(?:accidents?|fell (?:from|off|down|over|four|on)|was (?:hurt|injured|hit|burnt|burned)|broke (?:his|her|my) \w+|bleeding|unconscious|ambulance|collapsed|crashed|missed me)\b/,
      ],
    ],
    examples: [
      'He fell off the ladder and broke his arm.',
      'A box came down and nearly hit her.',
      'There was an accident on the stairs last week.',
    ],
  },
  {
    id: 'injury',
    asked:
      /\b(?:(?:bodily |personal )?injur(?:y|ies|ed)|(?:been|got|gets|being) hurt|wounds?|accident book|first[- ]aid)\b(?! of danger)/,
    includes: ['incident', 'warning', 'fault'],
    said: [
      [
        0.85,
        new RegExp(
          `\\b(?:${HURT})\\b[^.,;?]{0,30}\\b(?<!by )(?:${BODY})\\b|\\b(?:${BODY})\\b[^.;?]{0,25}\\b(?:${HURT})\\b`,
        ),
      ],
      [
        0.7,
        new RegExp(
          `\\b(?:just a (?:sprain|scratch|bruise)|sprain\\w*|concuss\\w*|bleed\\w*|bruis\\w*|fractur\\w*|unconscious|(?:needed|needs|got) (?:\\w+ )?stitches|broke (?:his|her|my|their|an|a) (?:${BODY})|on the (?:${BODY})\\b|knocked (?:off|down|over)|poisoned (?:${BODY})|burnt (?:his|her|my)|scalded)\\b`,
        ),
      ],
      [
        -0.4,
        /\b(?:fever|temperature|operation|appendix|tablets?|could|might|or you)\b|^(?:is|are|was|did|do) .*\?$/,
      ],
    ],
    examples: [
      'He twisted his ankle on the stairs and cannot walk.',
      'I cut my finger on the blade and it would not stop bleeding.',
    ],
  },
  {
    id: 'fault',
    asked:
      /\b(?:defect\w*|broken|faults?\b(?! of)|faulty|malfunction\w*|out of order|breakdowns?|does(?:n't| not) (?:do its )?work|problems? with|damaged?|technical problems?|issues?|bugs?|leak\w*)\b/,
    said: [
      [
        0.75,
        /\b(?:broken|broke down|out of order|defect\w*|faulty|leak(?:s|ing|ed)?|clogged|blocked|jammed|stuck|sticking|cracked|torn|burst|worn|rusted|rotten|blown|bent|crashes|crashed|dead battery|died|seized|snapped|failed|fails|failing|stalled|loose|wobbl\w*|flat tyre|short circuit|tripped)\b/,
      ],
      [
        0.65,
        /\b(?:(?:doesn't|does not|don't|won't|isn't|aren't|didn't|can't|not) (?:\w+ )?(?:work(?:s|ing)?|open|close|start|turn|shut|move|switch|respond|charge|print|ring|lock|fit|heat|cool|run(?:ning)?|be heard|hold)|stopped working|is down|gone (?:dead|missing)|has (?:dried out|drowned|died|lost|failed|been (?:blinking|sticking|leaking))|is missing)\b/,
      ],
      [
        0.4,
        /\b(?:crack|crease|buzzing|clicking|squeals?|squeaks?|groans?|rattl\w*|blinking|smok(?:es|ing)|drips?|dripping|by itself|hole in|rust|play in|has play|sooty|one bar|loses|repair\w*|again since|no power)\b/,
      ],
      [-0.4, /\b(?:leg|knee|ankle|arm|heart|throat|tooth|stomach|doctor|patient|fever)\b/],
      [-0.3, /\?$/],
    ],
    examples: [
      'The lift is stuck on the third floor again.',
      "The pump doesn't start, there's no power on the line.",
      'The left tyre is flat and the chain is worn.',
      'Water is leaking through the ceiling in the store room.',
      'The screen flickers and then goes black.',
      'The lock is jammed, the key will not turn.',
      'Since the update the program crashes every morning.',
      'The handle came off in my hand.',
      'The battery is dead and the lamp keeps blinking.',
      'There is a strange noise in the engine.',
    ],
  },
];
