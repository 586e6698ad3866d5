/** What a number counts, in a class of things that are measured alike. */
export interface Unit {
  readonly kind: string;
  /** How many of the class's base unit one is. */
  readonly factor: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Class, size in the class's base unit, and how the unit is written and said in English and German. */
const TABLE: readonly (readonly [kind: string, factor: number, names: string])[] = [
  ['time', 0.001, 'ms millisecond milliseconds'],
  ['time', 1, 'sec secs second seconds sekunde sekunden'],
  ['time', MINUTE, 'min mins minute minutes minuten'],
  ['time', HOUR, 'hr hrs hour hours stunde stunden'],
  ['time', DAY, 'day days tag tage tagen'],
  ['time', 7 * DAY, 'week weeks woche wochen'],
  ['time', 14 * DAY, 'fortnight fortnights'],
  ['time', YEAR / 12, 'month months monat monate monaten'],
  ['time', YEAR, 'year years yr yrs jahr jahre jahren'],
  ['time', 10 * YEAR, 'decade decades jahrzehnt jahrzehnte'],
  ['time', 100 * YEAR, 'century centuries jahrhundert jahrhunderte'],
  ['length', 0.001, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 0.01, 'cm centimetre centimetres centimeter centimeters zentimeter'],
  ['length', 1, 'metre metres meter meters metern'],
  ['length', 1000, 'km kms kilometre kilometres kilometer kilometers kilometern kmh'],
  ['length', 1609.344, 'mile miles mi mph meile meilen'],
  ['length', 0.3048, 'foot feet ft'],
  ['length', 0.0254, 'inch inches'],
  ['length', 0.9144, 'yard yards'],
  ['mass', 0.001, 'mg milligram milligrams milligramm'],
  ['mass', 1, 'g gram grams gramme grammes gramm'],
  ['mass', 1000, 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm'],
  ['mass', 1e6, 'ton tons tonne tonnes tonnen'],
  ['mass', 28.35, 'ounce ounces oz'],
  ['pound', 1, 'pound pounds quid gbp lb lbs £ pfund'],
  ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters'],
  ['volume', 1, 'l litre litres liter liters'],
  ['volume', 3.785, 'gallon gallons'],
  ['barrel', 1, 'barrel barrels'],
  ['dollar', 1, 'dollar dollars buck bucks usd $'],
  ['euro', 1, 'euro euros eur €'],
  ['cent', 1, 'cent cents ¢'],
  ['yen', 1, 'yen jpy ¥'],
  ['franc', 1, 'franc francs chf franken'],
  ['rupee', 1, 'rupee rupees inr ₹'],
  ['peso', 1, 'peso pesos'],
  ['krona', 1, 'krona kronor krone kroner'],
  ['zloty', 1, 'zloty zlotys pln'],
  ['rouble', 1, 'rouble roubles ruble rubles ₽'],
  ['yuan', 1, 'yuan renminbi cny'],
  ['ratio', 0.01, 'percent percentage prozent %'],
  ['degree', 1, 'degree degrees grad °'],
  ['watt', 1, 'watt watts w'],
  ['watt', 1000, 'kw kilowatt kilowatts'],
  ['watt', 1e6, 'mw megawatt megawatts'],
  ['watt', 1e9, 'gw gigawatt gigawatts'],
  ['volt', 1, 'volt volts'],
  ['byte', 1e3, 'kb kilobyte kilobytes'],
  ['byte', 1e6, 'mb megabyte megabytes'],
  ['byte', 1e9, 'gb gigabyte gigabytes gigs'],
  ['byte', 1e12, 'tb terabyte terabytes'],
  ['knot', 1, 'knot knots knoten'],
];

const units = new Map<string, Unit>(
  TABLE.flatMap(([kind, factor, names]) => names.split(' ').map((name) => [name, { kind, factor }] as const)),
);

export function unitOf(word: string | undefined): Unit | undefined {
  return word === undefined ? undefined : units.get(word);
}

/** How the units of a class compare. */
export function factorsOf(kind: string): number[] {
  return TABLE.flatMap(([own, factor]) => (own === kind ? [factor] : []));
}
