/**
 * The clips of the hearing benchmark, made from what Debian's packages carry where they are installed; nothing is
 * committed. Every voice, language and source belongs to one half only: thresholds are fitted on the half `fit`, and the
 * half `unseen` is for the figures. The half `later` was made after the rule of 2026 was fixed: the voices of `unseen`, with a
 * hundred sentences that are nowhere else, and other recordings.
 */
import { changed, cut, espeak, festival, flite, generated, joined, musicOf, noisy } from './make.mjs';
import { ENGLISH, LATER, OTHERS, plain, TALKS } from './texts.mjs';

const SOUNDS = '/usr/share/asterisk/sounds';
const KLETTRES = '/usr/share/klettres';
const KTUBERLING = '/usr/share/ktuberling/sounds';
const STAMPS = '/usr/share/tuxpaint/stamps';
const FISH = '/usr/share/games/fillets-ng/sound';
const HEDGEWARS = '/usr/share/games/hedgewars/Data/Sounds/voices';
const SONGS = '/usr/share/games/fretsonfire/data/songs';
const CODEC2 = '/usr/share/codec2/wav';
const POCKETSPHINX = '/usr/share/pocketsphinx/test/data';

const [F, U] = [ENGLISH.fit, ENGLISH.unseen];

/** Every clip that could be made. */
export const CLIPS = [
  flite('fit', 'slt', F[0]),
  flite('fit', 'awb', F[1]),
  flite('unseen', 'rms', U[0]),
  flite('unseen', 'kal16', U[1]),
  festival('fit', 'kal_diphone', F[2]),
  festival('unseen', 'ked_diphone', U[2]),
  festival('unseen', 'cmu_us_slt_arctic_hts', U[1]),
  espeak('english', 'fit', 'en-us', F[0]),
  espeak('english', 'fit', 'en-gb+f2', F[1]),
  espeak('english', 'unseen', 'en-us+m3', U[0]),
  espeak('english', 'unseen', 'en-gb', U[1]),
  joined('english', 'fit', 'austen-a', `${POCKETSPHINX}/librivox`, { pattern: /08\d0\.wav$/ }),
  joined('english', 'unseen', 'austen-b', `${POCKETSPHINX}/librivox`, { pattern: /09\d0\.wav$/ }),
  joined('english', 'fit', 'cards', `${POCKETSPHINX}/cards`),
  joined('telephone-english', 'fit', 'allison-a', `${SOUNDS}/en_US_f_Allison`, { smallest: 60_000 }),
  joined('telephone-english', 'unseen', 'allison-b', `${SOUNDS}/en_US_f_Allison`, {
    smallest: 60_000,
    from: 30,
  }),
  cut('english', 'unseen', 'megamind', '/usr/share/doc/opencv-doc/examples/data/Megamind.avi', 0),
  noisy('fit', 'slt', F[1], 10),
  noisy('unseen', 'rms', U[2], 10),
  ...[
    ['es_MX_f_Allison', 'fit'],
    ['ru_RU_f_IvrvoiceRU', 'fit'],
    ['fr_CA_f_June', 'unseen'],
    ['it_IT_m_Carlo', 'unseen'],
    ['it_IT_f_Menardi', 'unseen'],
  ].flatMap(([voice, half]) => [
    joined('language', half, `${voice}-a`, `${SOUNDS}/${voice}`, { smallest: 60_000 }),
    joined('language', half, `${voice}-b`, `${SOUNDS}/${voice}`, { smallest: 40_000, from: 60 }),
  ]),
  ...[
    ['ar', 'fit'],
    ['cs', 'unseen'],
    ['da', 'fit'],
    ['de', 'unseen'],
    ['es', 'fit'],
    ['he', 'unseen'],
    ['hu', 'fit'],
    ['lt', 'unseen'],
    ['ml', 'fit'],
    ['nl', 'unseen'],
    ['pt_BR', 'fit'],
    ['uk', 'unseen'],
  ].map(([language, half]) =>
    joined('language', half, `klettres-${language}`, `${KLETTRES}/${language}/syllab`),
  ),
  ...[
    ['ca', 'fit'],
    ['el', 'unseen'],
    ['gl', 'fit'],
    ['sl', 'unseen'],
    ['wa', 'fit'],
    ['da', 'unseen'],
    ['fr', 'fit'],
    ['uk', 'unseen'],
  ].map(([language, half]) =>
    joined('language', half, `ktuberling-${language}`, `${KTUBERLING}/${language}`),
  ),
  ...[
    ['de', 'fit'],
    ['es', 'unseen'],
    ['fr', 'fit'],
    ['ru', 'unseen'],
    ['pl', 'fit'],
    ['nl', 'unseen'],
    ['it', 'fit'],
    ['pt', 'unseen'],
    ['sv', 'fit'],
    ['fi', 'unseen'],
    ['tr', 'fit'],
    ['hu', 'unseen'],
  ].map(([voice, half]) => espeak('language', half, voice, OTHERS[voice])),
  ...musicOf('/usr/share/games/supertux2/music', 'supertux', 10, 8),
  ...musicOf('/usr/share/games/wesnoth/1.16/data/core/music', 'wesnoth', 10, 30),
  ...musicOf('/usr/share/games/hedgewars/Data/Music', 'hedgewars', 8, 20),
  joined('noise', 'fit', 'supertux-sounds', '/usr/share/games/supertux2/sounds'),
  joined('noise', 'unseen', 'hedgewars-sounds', '/usr/share/games/hedgewars/Data/Sounds'),
  joined('noise', 'fit', 'freedesktop-sounds', '/usr/share/sounds/freedesktop/stereo', { pattern: /\.oga$/ }),
  joined('noise', 'unseen', 'wesnoth-sounds', '/usr/share/games/wesnoth/1.16/data/core/sounds'),
  generated('fit', 'pink-noise', 'anoisesrc=r=16000:c=pink:a=0.3'),
  generated('unseen', 'brown-noise-waves', 'anoisesrc=r=16000:c=brown:a=0.6,tremolo=f=0.4:d=0.9'),
  generated('fit', 'white-noise-bursts', 'anoisesrc=r=16000:c=white:a=0.3,tremolo=f=3.7:d=0.95'),
  generated('unseen', 'siren', 'aevalsrc=0.4*sin(2*PI*(600+300*sin(2*PI*0.7*t))*t):s=16000'),
  ...['slt', 'awb'].flatMap((voice, at) => [
    named(flite('fit', voice, TALKS[at]), 'talk'),
    changed(flite('fit', voice, TALKS[at + 2]), 'slow', 'atempo=0.87'),
    changed(flite('fit', voice, TALKS[at + 4]), 'fast', 'atempo=1.18'),
    changed(flite('fit', voice, TALKS[at + 6]), 'high', 'asetrate=17440,aresample=16000,atempo=0.92'),
    changed(flite('fit', voice, TALKS[at + 8]), 'room', 'aecho=0.8:0.7:23|41:0.25|0.15'),
  ]),
  named(festival('fit', 'kal_diphone', TALKS[1]), 'talk'),
  changed(festival('fit', 'kal_diphone', TALKS[0]), 'low', 'asetrate=14720,aresample=16000,atempo=1.087'),
  ...[0, 1, 2, 3].map((from) =>
    joined('english', 'fit', `allison-wide-${from}`, `${SOUNDS}/en_US_f_Allison`, {
      ...{ pattern: /\.g722$/, smallest: 30_000, from, every: 4 },
    }),
  ),
  ...['fr', 'ro', 'bg', 'be'].map((language) => stamps('fit', language)),
  ...[0, 1, 2].map((from) => fish('fit', 'cs', from)),
  ...LATER.flatMap((text, at) => [
    named(flite('later', 'rms', text), at),
    named(festival('later', 'ked_diphone', text), at),
  ]),
  ...[0, 1].flatMap((at) => [
    named(flite('later', 'kal16', LATER[at]), at),
    named(festival('later', 'cmu_us_slt_arctic_hts', LATER[at]), at),
  ]),
  ...['en-us+f1', 'en-us+m1', 'en-gb-scotland'].map((voice, at) =>
    espeak('english', 'later', voice, LATER[at]),
  ),
  ...['ve9qrp', 'vk5qi', 'david4', 'vk2tpm_004', 'wia_16kHz'].map((name) =>
    cut('telephone-english', 'later', name, `${CODEC2}/${name}.wav`, 0),
  ),
  ...['es', 'ru', 'ca', 'el', 'lt', 'da', 'nl'].map((language) => stamps('later', language)),
  ...[0, 1, 2].map((from) => fish('later', 'nl', from)),
  ...['ru', 'pl', 'es', 'uk'].map((language) =>
    joined('language', 'later', `hedgewars-${language}`, `${HEDGEWARS}/Default_${language}`),
  ),
  ...[
    ['lp_diphone', 'it'],
    ['pc_diphone', 'it'],
    ['suo_fi_lj_diphone', 'fi'],
    ['hy_fi_mv_diphone', 'fi'],
    ['upc_ca_ona_hts', 'es'],
  ].map(([voice, language]) => festival('later', voice, plain(OTHERS[language]), 'language')),
  ...[
    'sectoid/Escape from chaosland',
    'sectoid/Feelings',
    'sectoid/War of freedom',
    'muldjord/armygeddon',
    'muldjord/chaos_god',
    'muldjord/mutilated_mime',
  ].map((song) => cut('music', 'later', song, `${SONGS}/${song}/song.ogg`, 40)),
  joined('music', 'later', 'hedgewars-singer', `${HEDGEWARS}/Singer`),
];

function named(clip, name) {
  return { ...clip, name: `${clip.name}-${name}` };
}

function stamps(half, language) {
  const pattern = new RegExp(`_desc_${language}\\.ogg$`);
  return joined('language', half, `tuxpaint-${language}`, STAMPS, { pattern, smallest: 12_000, every: 7 });
}

function fish(half, language, from) {
  const pattern = new RegExp(`/${language}/.*\\.ogg$`);
  return joined('language', half, `fillets-${language}-${from}`, FISH, {
    ...{ pattern, smallest: 25_000, from, every: 9 },
  });
}
