/** A physical dimension. */
export type Dimension =
  | 'length'
  | 'mass'
  | 'volume'
  | 'area'
  | 'temperature'
  | 'time'
  | 'speed'
  | 'power'
  | 'data'
  | 'frequency'
  | 'count';

/** Names of units, in figures or words; the first name of each is the canonical one. */
const UNITS: Readonly<Record<Dimension, readonly (readonly string[])[]>> = {
  length: [
    ['km', 'kilometers', 'kilometres', 'kilometer', 'kilometre'],
    ['cm', 'centimeters', 'centimetres', 'centimeter', 'centimetre'],
    ['mm', 'millimeters', 'millimetres', 'millimeter', 'millimetre'],
    ['meters', 'metres', 'meter', 'metre'],
    ['miles', 'mile'],
    ['feet', 'foot', 'ft'],
    ['inches', 'inch'],
  ],
  mass: [
    ['kg', 'kilograms', 'kilogram', 'kilos', 'kilo'],
    ['mg', 'milligrams', 'milligram'],
    ['grams', 'gram'],
    ['tons', 'tonnes', 'ton', 'tonne'],
    ['pounds', 'pound', 'lbs', 'lb'],
    ['ounces', 'ounce', 'oz'],
  ],
  volume: [
    ['liters', 'litres', 'liter', 'litre'],
    ['ml', 'milliliters', 'millilitres'],
    ['gallons', 'gallon'],
  ],
  area: [
    ['hectares', 'hectare'],
    ['acres', 'acre'],
    ['square meters', 'square metres', 'm²', 'sqm'],
  ],
  temperature: [
    ['°C', 'degrees celsius', '℃', 'degrees centigrade'],
    ['°F', 'degrees fahrenheit', '℉'],
    ['degrees', 'degree'],
  ],
  time: [
    ['milliseconds', 'millisecond', 'ms'],
    ['seconds', 'second', 'sec'],
    ['minutes', 'minute', 'min'],
    ['hours', 'hour'],
    ['days', 'day'],
    ['weeks', 'week'],
    ['months', 'month'],
    ['years', 'year'],
  ],
  speed: [
    ['km/h', 'kilometers per hour', 'kilometres per hour', 'kmh', 'kph'],
    ['mph', 'miles per hour'],
  ],
  power: [
    ['kWh', 'kilowatt hours', 'kilowatt-hours'],
    ['kW', 'kilowatts', 'kilowatt'],
    ['MW', 'megawatts', 'megawatt'],
    ['GW', 'gigawatts', 'gigawatt'],
    ['watts', 'watt'],
    ['volts', 'volt'],
  ],
  data: [
    ['GB', 'gigabytes', 'gigabyte'],
    ['MB', 'megabytes', 'megabyte'],
    ['TB', 'terabytes', 'terabyte'],
  ],
  count: [
    [
      ...['people', 'persons', 'guests', 'visitors', 'participants', 'attendees', 'passengers', 'employees'],
      ...['students', 'members', 'customers', 'residents'],
    ],
  ],
  frequency: [
    ['GHz', 'gigahertz'],
    ['MHz', 'megahertz'],
  ],
};

const units = new Map(
  Object.entries(UNITS).flatMap(([dimension, all]) =>
    all.flatMap((names) =>
      names.map((name) => [
        name.toLowerCase(),
        { unit: names[0] ?? name, dimension: dimension as Dimension },
      ]),
    ),
  ) as [string, { unit: string; dimension: Dimension }][],
);

/** Every name of every unit, longest first. */
export const unitNames: readonly string[] = [...units.keys()].sort((one, other) => other.length - one.length);

/** The canonical name of a unit; undefined if the name is unknown. */
export function unitNamed(name: string): string | undefined {
  return units.get(name.toLowerCase().replace(/\s+/g, ' '))?.unit;
}

/** The dimension of a unit. */
export function dimensionOf(unit: string): Dimension | undefined {
  return units.get(unit.toLowerCase())?.dimension;
}
