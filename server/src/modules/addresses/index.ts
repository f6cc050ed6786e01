/** The module's public interface. */
export { AddressFileError } from './import-file.ts'
export { importAddresses } from './import-addresses.ts'
export type { ImportProgress } from './import-addresses.ts'
export { rejectionReasons } from './import-record.ts'
export { checkPlace, namesTooLong } from './place.ts'
export { purgePostalResponses } from './postal-store.ts'
export { bindAddressRoutes } from './routes.ts'
