// Lets the gate's page be loaded again without a network. The page keeps its own list
// (web/src/staff/desks/gate/gate-store.ts). Signing out deletes both.
importScripts('/offline-page.js')
servePageOffline({ cacheName: 'clube-portaria-1', page: '/equipe/portaria', keepsAtOnce: false })
