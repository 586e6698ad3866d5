/**
 * Sentences about different things in different languages. Many encoders put all texts into a narrow cone, where even these
 * are near each other (multilingual E5: cosines of 0.7 and above). Without what they have in common, what is near is near in
 * meaning, and sign bits tell texts apart (Mu and Viswanath 2018, "All-but-the-Top").
 */
export const UNRELATED: readonly string[] = [
  'The harbour opens at nine in the morning.',
  'She has played the piano since she was six.',
  'Please send me the invoice by Friday.',
  'The engine loses oil when it is cold.',
  'Our team lost the match in the last minute.',
  'Add two eggs and stir until it is smooth.',
  'Der Zug nach Süden hat heute eine Stunde Verspätung.',
  'Bitte speichern Sie das Dokument vor dem Neustart.',
  'Le médecin lui a conseillé de dormir davantage.',
  'Cette loi a été votée au printemps.',
  'El perro se escapó por la puerta del jardín.',
  'La lluvia arruinó la cosecha de este año.',
  'Il prezzo del pane è aumentato di nuovo.',
  'A biblioteca fecha às seis da tarde.',
  'Вчера вечером в горах выпал снег.',
  'Ученики решают задачу по математике.',
  '这座桥建于一百年前。',
  '他每天骑自行车上班。',
  '新しいカメラの電池がすぐに切れる。',
  '子供たちは海岸で貝を拾った。',
  'وصلت الطائرة قبل موعدها بساعة.',
  'इस शहर में पानी की कमी है।',
  'Toplantı yarın sabaha ertelendi.',
  'Chiếc áo này quá chật đối với tôi.',
];

/** Increase it whenever the sentences or what is done with them change: vectors are then made again. */
export const CENTRING = 1;

/** The mean of vectors of one dimension. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum.map((value) => value / vectors.length);
}

/** A vector without what all have in common, of length 1. A vector that is nothing else stays as it is. */
export function centred(vector: Float32Array, common: Float32Array): Float32Array {
  const own = vector.map((value, at) => value - (common[at] ?? 0));
  const length = Math.hypot(...own);
  return length > 0 ? own.map((value) => value / length) : vector;
}
