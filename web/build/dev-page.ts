import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { themeCss } from '@clube/contract/club/theme.ts'
import type { Club } from '@clube/contract/club/club.ts'
import type { Plugin } from 'vite'

const demonstrationClub = resolve(import.meta.dirname, '../../server/seeds/demonstration/club.ts')

/** The club of `CLUB_CONFIG`, or the demonstration's: the same file that the development server reads. */
const readClub = async (): Promise<Club> => {
  const file = pathToFileURL(resolve(process.env['CLUB_CONFIG'] ?? demonstrationClub)).href
  const attributes = file.endsWith('.json') ? { with: { type: 'json' } } : undefined
  const loaded = (await import(file, attributes)) as {
    configuration?: { club: Club }
    default?: { club: Club }
  }
  const club = (loaded.configuration ?? loaded.default)?.club
  if (!club) throw new Error(`${file} contains no club`)
  return club
}

const staffPath = /^\/equipe(?=[/?#]|$)/

/**
 * Serves in development what the server's renderer serves in production: the page's placeholders are filled,
 * every staff path serves the staff page, and `/dev/screens` is the gallery's list of screens.
 */
export const devPage = (): Plugin => ({
  name: 'dev-page',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use('/dev/screens', (_request, response) => {
      response.writeHead(302, { location: '/src/gallery/screens.html' }).end()
    })
    middlewares.use((request, _response, next) => {
      if (staffPath.test(request.url ?? '')) request.url = '/staff.html'
      next()
    })
  },
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { filename }) => {
      if (!/web\/(index|staff)\.html$/.test(filename)) return html
      const club = await readClub()
      return html
        .replace('<!--head-->', () => `<title>${club.name}</title><style>${themeCss(club.accent)}</style>`)
        .replace('__club__', () => JSON.stringify(club).replaceAll('<', '\\u003c'))
    },
  },
})
