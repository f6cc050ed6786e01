import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf, fromHex, toCss } from './color.ts'
import { defaultAccent, themeCss, themeOf, themeErrors, tokenNames } from './theme.ts'

test('black on white has a contrast ratio of 21, and a color on itself has a ratio of 1', () => {
  const [black, white] = [fromHex('#000')!, fromHex('#ffffff')!]
  expect(contrastOf(black, white)).toBeCloseTo(21, 2)
  expect(contrastOf(white, black)).toBeCloseTo(21, 2)
  expect(contrastOf(black, black)).toBe(1)
})

test('contrast ratios agree with published values', () => {
  const white = fromHex('#fff')!
  expect(contrastOf(fromHex('#767676')!, white)).toBeCloseTo(4.54, 2)
  expect(contrastOf(fromHex('#ff0000')!, white)).toBeCloseTo(4.0, 2)
})

test('a hex color is converted to the same OKLCH values as in browsers', () => {
  expect(toCss(fromHex('#ff0000')!)).toBe('oklch(0.628 0.2577 29.23)')
})

test.each(['#82305f', '#0b6e66', '#1d4ed8', '#b91c1c', '#111111', '#c2410c', '#15803d'])(
  'a club with the color %s has sufficient contrast in light and dark',
  (accent) => {
    expect(themeErrors(accent)).toEqual([])
    const theme = themeOf(accent)!
    for (const mode of [theme.light, theme.dark]) {
      for (const background of ['surface', 'surface-raised'] as const) {
        for (const foreground of ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'] as const) {
          expect(contrastOf(mode[foreground], mode[background])).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrastOf(mode.line, mode[background])).toBeGreaterThanOrEqual(3)
      }
      expect(contrastOf(mode['accent-ink'], mode.accent)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('a club color that is too pale or invalid is rejected with a message', () => {
  expect(themeErrors('#ffe45c')).toEqual([
    '#ffe45c is too light to be read on the page. Choose a darker shade.',
  ])
  expect(themeErrors('plum')).toEqual(['"plum" is not a color of the form #rrggbb.'])
  expect(() => themeCss('red;}')).toThrow('is not a color')
})

test('the theme CSS defines every token three times: light, dark by system setting, dark by choice', () => {
  const css = themeCss('#0b6e66')
  for (const name of tokenNames) expect(css.split(`--${name}: oklch(`)).toHaveLength(4)
  expect(css).toContain('--club-accent: #0b6e66;')
})

test('the theme tokens in the kit are those of the default accent', () => {
  const shipped = readFileSync(new URL('../../../web/src/kit/theme/tokens.css', import.meta.url), 'utf8')
  expect(shipped.endsWith(themeCss(defaultAccent))).toBe(true)
})
