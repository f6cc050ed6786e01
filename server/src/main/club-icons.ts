import { defaultAccent } from '@clube/contract/club/theme.ts'
import sharp from 'sharp'

/** The club's icons in its color. */
export type ClubIcons = {
  readonly svg: string
  /** Square; a maskable one fills the whole area, for phones that crop icons. */
  readonly png: (input: { size: number; maskable: boolean }) => Promise<Buffer>
}

/** @param mark the default logo as SVG, in the default color, with rounded corners */
export const clubIconsOf = (mark: string, accent: string): ClubIcons => {
  const svg = mark.replaceAll(defaultAccent, accent)
  const full = svg.replace(/ rx="\d+"/, '').replace('scale(1)', 'scale(0.8)')
  return {
    svg,
    png: ({ size, maskable }) =>
      sharp(Buffer.from(maskable ? full : svg), { density: (72 * size) / 36 })
        .resize(size, size)
        .png()
        .toBuffer(),
  }
}
