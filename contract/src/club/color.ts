/** Colors in OKLCH and their contrast: the formulas that the theme needs. */

/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }
type Rgb = [red: number, green: number, blue: number]

/** Reads `#rgb` or `#rrggbb`; undefined for anything else. */
export function fromHex(hex: string): Oklch | undefined {
  const match = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)
  if (!match) return undefined
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  const channel = (offset: number) => toLinear(Number.parseInt(digits.slice(offset, offset + 2), 16) / 255)
  return fromLinear([channel(0), channel(2), channel(4)])
}

/** CSS notation, rounded below visible differences. */
export function toCss({ l, c, h }: Oklch): string {
  return `oklch(${round(l, 4)} ${round(c, 4)} ${round(h, 2)})`
}

/** WCAG contrast ratio of two colors in either order, 1–21. */
export function contrastOf(first: Oklch, second: Oklch): number {
  const luminances = [luminance(first), luminance(second)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/** Reduces the chroma, at the same lightness and hue, until the color is in the sRGB gamut. */
export function clampChroma(color: Oklch): Oklch {
  let { c } = color
  while (c > 0.001 && linear({ ...color, c }).some((value) => value < -0.0005 || value > 1.0005)) c -= 0.002
  return { ...color, c: Math.max(c, 0) }
}

const round = (value: number, places: number) => Number(value.toFixed(places))
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const clamp = (value: number) => Math.min(1, Math.max(0, value))

function luminance(color: Oklch): number {
  const [red, green, blue] = linear(color)
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue)
}

// The matrices are those of the OKLab definition (Björn Ottosson, 2020).
function fromLinear([red, green, blue]: Rgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

function linear({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}
