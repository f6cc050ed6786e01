/** The front door of addresses. */
export { AddressFileRefused } from './import-file.ts'
export { importAddresses } from './import-addresses.ts'
export type { ImportProgress, ImportReport } from './import-addresses.ts'
export { rejectionReasons } from './import-record.ts'
export { listStreets } from './list-streets.ts'
export { checkPlace } from './place.ts'
export { purgePostalAnswers } from './postal-store.ts'
export { bindAddressRoutes } from './routes.ts'
