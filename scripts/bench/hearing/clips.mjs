/**
 * The clips of the hearing benchmark, made from what Debian's packages carry where they are installed; nothing is
 * committed. Every speaker, language and source belongs to one half only: what is not trusted is fitted on the half `fit`,
 * and the half `unseen` is for the figures.
 */
import { SAID } from './english.mjs';
import { cut, espeak, festival, generated, joined, musicOf } from './make.mjs';
import { OTHERS, plain } from './texts.mjs';

const SOUNDS = '/usr/share/asterisk/sounds';
const KLETTRES = '/usr/share/klettres';
const KTUBERLING = '/usr/share/ktuberling/sounds';
const STAMPS = '/usr/share/tuxpaint/stamps';
const FISH = '/usr/share/games/fillets-ng/sound';
const HEDGEWARS = '/usr/share/games/hedgewars/Data/Sounds/voices';
const SONGS = '/usr/share/games/fretsonfire/data/songs';

/** Languages that thresholds are fitted on. All others are unseen. */
const FIT = new Set([
  'fr',
  'ru',
  'cs',
  'ar',
  'da',
  'hu',
  'ml',
  'pt',
  'uk',
  'ca',
  'gl',
  'wa',
  'ro',
  'bg',
  'be',
  'sv',
  'tr',
]);
const halfOf = (language) => (FIT.has(language.slice(0, 2)) ? 'fit' : 'unseen');

/** Where a language's syllables are, or its letters where it has no syllables. */
const lettersIn = (language) => `${KLETTRES}/${language}/${language === 'ar' ? 'alpha' : 'syllab'}`;

/** Every clip that could be made. */
export const CLIPS = [
  ...SAID,
  ...['es_MX_f_Allison', 'ru_RU_f_IvrvoiceRU', 'fr_CA_f_June', 'it_IT_m_Carlo', 'it_IT_f_Menardi'].flatMap(
    (voice) => [
      joined('language', halfOf(voice), `${voice}-a`, `${SOUNDS}/${voice}`, { smallest: 60_000 }),
      joined('language', halfOf(voice), `${voice}-b`, `${SOUNDS}/${voice}`, { smallest: 40_000, from: 60 }),
    ],
  ),
  ...['ar', 'cs', 'da', 'de', 'es', 'he', 'hu', 'lt', 'ml', 'nl', 'pt_BR', 'uk'].map((language) =>
    joined('language', halfOf(language), `klettres-${language}`, lettersIn(language)),
  ),
  ...['ca', 'el', 'gl', 'sl', 'wa', 'da', 'fr', 'uk', 'de', 'fi'].map((language) =>
    joined('language', halfOf(language), `ktuberling-${language}`, `${KTUBERLING}/${language}`),
  ),
  ...Object.keys(OTHERS).map((language) => espeak('language', halfOf(language), language, OTHERS[language])),
  ...['fr', 'ro', 'bg', 'be', 'es', 'ru', 'ca', 'el', 'lt', 'da'].map(stamps),
  ...['cs', 'nl'].flatMap((language) => [0, 1, 2].map((from) => fish(language, from))),
  ...['ru', 'pl', 'es', 'uk'].map((language) =>
    joined('language', halfOf(language), `hedgewars-${language}`, `${HEDGEWARS}/Default_${language}`),
  ),
  ...[
    ['lp_diphone', 'it'],
    ['pc_diphone', 'it'],
    ['suo_fi_lj_diphone', 'fi'],
    ['hy_fi_mv_diphone', 'fi'],
    ['upc_ca_ona_hts', 'es'],
  ].map(([voice, language]) => festival('language', 'unseen', voice, plain(OTHERS[language]))),
  ...musicOf('fit', '/usr/share/games/supertux2/music', 'supertux', 8, 8),
  ...musicOf('unseen', '/usr/share/games/wesnoth/1.16/data/core/music', 'wesnoth', 6, 30),
  ...musicOf('unseen', '/usr/share/games/hedgewars/Data/Music', 'hedgewars', 6, 20),
  ...[
    ['sectoid/Escape from chaosland', 'fit'],
    ['sectoid/Feelings', 'fit'],
    ['sectoid/War of freedom', 'fit'],
    ['muldjord/armygeddon', 'unseen'],
    ['muldjord/chaos_god', 'unseen'],
    ['muldjord/mutilated_mime', 'unseen'],
  ].map(([song, half]) => cut('song', half, song, `${SONGS}/${song}/song.ogg`, 40)),
  joined('song', 'unseen', 'hedgewars-singer', `${HEDGEWARS}/Singer`),
  joined('noise', 'fit', 'supertux-sounds', '/usr/share/games/supertux2/sounds'),
  joined('noise', 'unseen', 'hedgewars-sounds', '/usr/share/games/hedgewars/Data/Sounds', {
    pattern: /Sounds\/[^/]*\.ogg$/,
  }),
  joined('noise', 'fit', 'freedesktop-sounds', '/usr/share/sounds/freedesktop/stereo', {
    pattern: /stereo\/(?!audio-channel)[^/]*\.oga$/,
  }),
  joined('noise', 'unseen', 'wesnoth-sounds', '/usr/share/games/wesnoth/1.16/data/core/sounds'),
  generated('fit', 'pink-noise', 'anoisesrc=r=16000:c=pink:a=0.3:seed=7'),
  generated('unseen', 'brown-noise-waves', 'anoisesrc=r=16000:c=brown:a=0.6:seed=7,tremolo=f=0.4:d=0.9'),
  generated('fit', 'white-noise-bursts', 'anoisesrc=r=16000:c=white:a=0.3:seed=7,tremolo=f=3.7:d=0.95'),
  generated('unseen', 'siren', 'aevalsrc=0.4*sin(2*PI*(600+300*sin(2*PI*0.7*t))*t):s=16000'),
  generated('unseen', 'silence', 'anullsrc=r=16000'),
];

function stamps(language) {
  const pattern = new RegExp(`_desc_${language}\\.ogg$`);
  const rule = { pattern, smallest: 12_000, every: 7 };
  return joined('language', halfOf(language), `tuxpaint-${language}`, STAMPS, rule);
}

function fish(language, from) {
  const pattern = new RegExp(`/${language}/.*\\.ogg$`);
  return joined('language', halfOf(language), `fillets-${language}-${from}`, FISH, {
    ...{ pattern, smallest: 25_000, from, every: 9 },
  });
}
