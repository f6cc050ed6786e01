// Lets the gate's page be reloaded offline. The page stores its own list
// (web/src/staff/desks/gate/gate-store.ts). Signing out deletes both.
importScripts('/offline-page.js')
servePageOffline({ cacheName: 'clube-portaria-1', page: '/equipe/portaria' })
