export { deleteCorrections, listPending as listPendingCorrections } from './correction-store.ts'
export type { ServiceDeskDeps } from './deps.ts'
export { bindServiceDesk } from './staff-routes.ts'
