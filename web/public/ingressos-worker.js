// Lets the page of tickets open without a network. The page keeps its own tickets
// (web/src/platform/offline/offline-tickets.ts), which leaving the account deletes together with this.
importScripts('/offline-page.js')
servePageOffline({ cacheName: 'clube-ingressos-pagina-1', page: '/ingressos', keepsAtOnce: true })
