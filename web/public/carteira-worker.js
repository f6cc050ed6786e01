// Makes a wallet page, the page of this worker's scope, available offline. The page stores its own data
// (web/src/platform/offline/wallet-store.ts). Signing out deletes both.
importScripts('/offline-page.js')
const page = new URL(self.registration.scope).pathname
servePageOffline({ cacheName: `clube-carteira-pagina-1${page}`, page, precachesPage: true })
