/**
 * Draws the web app's icons into web/public: `node tools/make-icons.ts`. Run it after changing the mark or the default
 * accent; the results are committed. Rounded for windows and tabs, full to the edges for phones that cut their own shape.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultAccent } from '@clube/contract/club/theme.ts'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../web/public')
const warmWhite = '#fdfbf7'
const sun = '#f6bd60'

/** The mark of the kit: a low sun under an arch. `room` is how much of the square it may take. */
function mark({ radius, room }: { radius: number; room: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">
  <rect width="36" height="36" rx="${radius}" fill="${defaultAccent}"/>
  <g transform="translate(18 18) scale(${room}) translate(-18 -18.6)">
    <path d="M8.5 29V17.5a9.5 9.5 0 0 1 19 0V29" fill="none" stroke="${warmWhite}" stroke-width="2.75" stroke-linecap="round"/>
    <circle cx="18" cy="20.5" r="4" fill="${sun}"/>
  </g>
</svg>
`
}

const icons = [
  { file: 'icon-192.png', size: 192, svg: mark({ radius: 9, room: 1 }) },
  { file: 'icon-512.png', size: 512, svg: mark({ radius: 9, room: 1 }) },
  { file: 'icon-maskable-192.png', size: 192, svg: mark({ radius: 0, room: 0.8 }) },
  { file: 'icon-maskable-512.png', size: 512, svg: mark({ radius: 0, room: 0.8 }) },
  { file: 'apple-touch-icon.png', size: 180, svg: mark({ radius: 0, room: 0.9 }) },
]

await writeFile(join(folder, 'icon.svg'), mark({ radius: 9, room: 1 }))
const browser = await chromium.launch(await findChromium())
try {
  for (const { file, size, svg } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>html,body{margin:0;background:none}svg{display:block;width:100vw}</style>${svg}`,
    )
    await page.screenshot({ path: join(folder, file), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
