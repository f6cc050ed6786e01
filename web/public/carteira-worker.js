// Lets a wallet page, the page of this worker's scope, open without a network. The page keeps its own data
// (web/src/platform/offline/wallet-store.ts), which leaving the account deletes together with this.
importScripts('/offline-page.js')
const page = new URL(self.registration.scope).pathname
servePageOffline({ cacheName: `clube-carteira-pagina-1${page}`, page, keepsAtOnce: true })
