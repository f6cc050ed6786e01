/**
 * Letters as strokes on a grid 4 wide and 6 high, for text drawn into pictures: a server may have no fonts, and a
 * silently missing watermark would be worse than a plain one.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M1 4H3',
  B: 'M0 0V6H3L4 5V4L3 3H0M0 0H3L4 1V2L3 3',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  D: 'M0 0V6H2L4 4V2L2 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M1 0H3M2 0V6M1 6H3',
  J: 'M4 0V5L3 6H1L0 5',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  Q: 'M1 0H3L4 1V5L3 6H1L0 5V1ZM2 4L4 6',
  R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V5L1 6H3L4 5V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 3L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  '0': 'M1 0H3L4 1V5L3 6H1L0 5V1ZM1 5L3 1',
  '1': 'M1 1L2 0V6M1 6H3',
  '2': 'M0 1L1 0H3L4 1V2L0 6H4',
  '3': 'M0 0H4L2 2H3L4 3V5L3 6H1L0 5',
  '4': 'M3 6V0L0 4H4',
  '5': 'M4 0H0V3H3L4 4V5L3 6H0',
  '6': 'M4 0H1L0 1V5L1 6H3L4 5V4L3 3H0',
  '7': 'M0 0H4L1 6',
  '8': 'M1 3L0 2V1L1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3',
  '9': 'M4 3H1L0 2V1L1 0H3L4 1V5L3 6H0',
  '.': 'M2 5.5V6',
  ',': 'M2 5L1 7',
  ':': 'M2 2V2.5M2 5V5.5',
  '/': 'M0 6L4 0',
  '-': 'M1 3H3',
  '@': 'M3 4V2H1V4H4V1L3 0H1L0 1V5L1 6H4',
  _: 'M0 6H4',
  '(': 'M3 0L1 2V4L3 6',
  ')': 'M1 0L3 2V4L1 6',
}

const advance = 6

/** Text as an SVG path, 6 units per letter: capitals without accents; other characters become spaces. */
export const strokeText = (text: string): { path: string; width: number } => {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()]
  const path = letters.map((letter, index) => shift(strokes[letter] ?? '', index * advance)).join('')
  return { path, width: letters.length * advance }
}

/** Shifts all absolute x coordinates of a path. */
const shift = (path: string, by: number): string =>
  path
    .replace(/([ML])([\d.]+) /g, (_, command: string, x: string) => `${command}${Number(x) + by} `)
    .replace(/H([\d.]+)/g, (_, x: string) => `H${Number(x) + by}`)
