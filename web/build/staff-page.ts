import type { Plugin } from 'vite'

const staffPath = /^\/equipe(?=[/?#]|$)/

/** In development every address of the staff side gets the staff's page, as from the built server. */
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
