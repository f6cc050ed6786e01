import type { Club } from '@clube/contract/club/club.ts'

/** Background of the splash screen. */
const surface = '#faf6f0'

/** Maximum length of the short name; home screens truncate longer ones. */
const shortNameLength = 12

/** The web manifest: name, color and icons. */
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
