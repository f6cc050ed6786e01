/**
 * Derives the club's theme from one color: tokens in OKLCH for light and dark, and a check that every pair used
 * together is readable (WCAG 2.2: 4.5:1 for text, 3:1 for the borders of fields). Pure: no DOM, no clock.
 */
import { contrastOf, fromHex, clampChroma, toCss, type Oklch } from './color.ts'

/** The only colors a style sheet may use, each as the custom property `--<name>`. */
export const tokenNames = [
  'surface',
  'surface-raised',
  'ink',
  'ink-soft',
  'line',
  'accent',
  'accent-ink',
  'good',
  'warn',
  'bad',
] as const
export type TokenName = (typeof tokenNames)[number]
export type Tokens = Record<TokenName, Oklch>
export type Theme = { light: Tokens; dark: Tokens }

/** The accent of a club without a configured color. */
export const defaultAccent = '#82305f'

/** Minimum contrast of text with its background (WCAG 1.4.3). */
export const textContrast = 4.5
/** Minimum contrast of a field's border (WCAG 1.4.11). */
export const borderContrast = 3
/** Maximum change in lightness for which the color is still recognizable. */
const maxLightnessShift = 0.2

type Pair = { foreground: TokenName; background: TokenName; minimum: number }

const backgrounds = ['surface', 'surface-raised'] as const
const textColors = ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'] as const

/** Every pair of tokens used together on screen. */
const pairs: Pair[] = [
  ...backgrounds.flatMap((background) => [
    ...textColors.map((foreground) => ({ foreground, background, minimum: textContrast })),
    { foreground: 'line' as const, background, minimum: borderContrast },
  ]),
  { foreground: 'accent-ink', background: 'accent', minimum: textContrast },
]

/**
 * Tokens of a club whose color is `accent` (`#rgb` or `#rrggbb`). Only the lightness of the color changes, and only
 * as far as readability requires: darker on light surfaces, lighter on dark ones. Undefined for an invalid color.
 */
export function themeOf(accent: string): Theme | undefined {
  const color = fromHex(accent)
  if (!color) return undefined
  const light = {
    surface: { l: 0.974, c: 0.009, h: 78 },
    'surface-raised': { l: 0.994, c: 0.004, h: 78 },
    ink: { l: 0.245, c: 0.018, h: 50 },
    'ink-soft': { l: 0.475, c: 0.018, h: 55 },
    line: { l: 0.635, c: 0.016, h: 65 },
    'accent-ink': { l: 0.99, c: 0.005, h: 78 },
    good: { l: 0.475, c: 0.105, h: 152 },
    warn: { l: 0.5, c: 0.105, h: 62 },
    bad: { l: 0.505, c: 0.175, h: 27 },
  }
  const dark = {
    surface: { l: 0.19, c: 0.012, h: 50 },
    'surface-raised': { l: 0.237, c: 0.014, h: 50 },
    ink: { l: 0.94, c: 0.012, h: 80 },
    'ink-soft': { l: 0.745, c: 0.016, h: 75 },
    line: { l: 0.555, c: 0.016, h: 65 },
    'accent-ink': { l: 0.2, c: 0.02, h: color.h },
    good: { l: 0.79, c: 0.125, h: 152 },
    warn: { l: 0.82, c: 0.12, h: 78 },
    bad: { l: 0.75, c: 0.13, h: 25 },
  }
  return {
    light: { ...light, accent: makeReadable(color, -0.005, [light.surface, light['accent-ink']]) },
    dark: { ...dark, accent: makeReadable(color, 0.005, [dark['surface-raised'], dark['accent-ink']]) },
  }
}

/** Shifts the color's lightness until its contrast with each of `others` is sufficient for text. */
function makeReadable(color: Oklch, step: number, others: Oklch[]): Oklch {
  let shifted = clampChroma(color)
  while (
    shifted.l > 0 &&
    shifted.l < 1 &&
    others.some((other) => contrastOf(shifted, other) < textContrast)
  ) {
    shifted = clampChroma({ ...color, l: shifted.l + step })
  }
  return shifted
}

/**
 * Why `accent` cannot be the club's color, as messages for the operator; empty when it
 * is suitable. Checks every pair in both themes and that the color stays recognizable.
 */
export function themeErrors(accent: string): string[] {
  const theme = themeOf(accent)
  const color = fromHex(accent)
  if (!theme || !color) return [`"${accent}" is not a color of the form #rrggbb.`]
  const errors = (['light', 'dark'] as const).flatMap((mode) =>
    pairs
      .map((pair) => ({
        ...pair,
        contrast: contrastOf(theme[mode][pair.foreground], theme[mode][pair.background]),
      }))
      .filter(({ contrast, minimum }) => contrast < minimum)
      .map(
        ({ foreground, background, contrast, minimum }) =>
          `${mode}: ${foreground} on ${background} has contrast ${contrast.toFixed(2)}, at least ${minimum} is needed.`,
      ),
  )
  const shift = color.l - theme.light.accent.l
  if (shift > maxLightnessShift) {
    errors.push(`${accent} is too light to be read on the page. Choose a darker shade.`)
  }
  return errors
}

/** The tokens of a club as CSS text, for a style sheet loaded after that of the kit. Throws on an invalid color. */
export function themeCss(accent: string): string {
  const theme = themeOf(accent)
  if (!theme) throw new Error(`"${accent}" is not a color of the form #rrggbb.`)
  const lines = (tokens: Tokens, indent: string) =>
    tokenNames.map((name) => `${indent}--${name}: ${toCss(tokens[name])};\n`).join('')
  return (
    `:root {\n  --club-accent: ${accent};\n  color-scheme: light;\n${lines(theme.light, '  ')}}\n\n` +
    `@media (prefers-color-scheme: dark) {\n  :root:not([data-theme='light']) {\n    color-scheme: dark;\n` +
    `${lines(theme.dark, '    ')}  }\n}\n\n` +
    `:root[data-theme='dark'] {\n  color-scheme: dark;\n${lines(theme.dark, '  ')}}\n`
  )
}
