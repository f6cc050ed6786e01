import type { Club } from '@clube/contract/club/club.ts'

/** The page's warm off-white: what stands behind the icon while the installed club opens. */
const surface = '#faf6f0'

/** Home screens cut names off; most show about so many characters. */
const shortNameLength = 12

/** What a phone needs to install the club: its name, its colour, its icons. */
export const webManifestOf = ({ name, accent }: Pick<Club, 'name' | 'accent'>) => ({
  name,
  short_name: name.length <= shortNameLength ? name : 'Clube',
  description: `${name}: notas, promoções, ingressos e brindes.`,
  lang: 'pt-BR',
  dir: 'ltr',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: surface,
  theme_color: accent,
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...(['any', 'maskable'] as const).flatMap((purpose) =>
      [192, 512].map((size) => ({
        src: `/icon-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  ],
})
