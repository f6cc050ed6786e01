import type { Plugin } from 'vite'

/** In development `/dev/screens` is the gallery's list of screens, with their sources behind it. */
export const screensPage = (): Plugin => ({
  name: 'screens-page',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use('/dev/screens', (_request, response) => {
      response.writeHead(302, { location: '/src/gallery/screens.html' }).end()
    })
  },
})
