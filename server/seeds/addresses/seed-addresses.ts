import { join } from 'node:path'
import type { Db } from '../../src/db/database.ts'
import { importAddresses } from '../../src/modules/addresses/index.ts'
import type { Clock } from '../../src/ports/clock.ts'

/**
 * Demonstration data: real streets in a few cities, with neighborhoods and, in most cases, postal codes.
 * For production, import the census file of your city with `addresses import`.
 */
const file = join(import.meta.dirname, 'demonstration-addresses.jsonl')

/** Imports the demonstration's streets; idempotent. */
export async function seedAddresses(deps: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  await importAddresses(deps, { file })
}
