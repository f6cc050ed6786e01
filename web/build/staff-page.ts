import type { Plugin } from 'vite'

const staffPath = /^\/equipe(?=[/?#]|$)/

/** In development every staff path serves the staff's page, as the built server does. */
export const staffPage = (): Plugin => ({
  name: 'staff-page',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (staffPath.test(request.url ?? '')) request.url = '/staff.html'
      next()
    })
  },
})
