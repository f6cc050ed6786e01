import { join } from 'node:path'
import type { Db } from '../../src/db/database.ts'
import { importAddresses } from '../../src/modules/addresses/index.ts'
import type { Clock } from '../../src/ports/clock.ts'

/**
 * The demonstration's streets: real ones of a few cities, with their neighbourhoods and, for most, a postal code.
 * Bring the census file of your own city with `addresses import` for everyday use.
 */
const file = join(import.meta.dirname, 'demonstration-addresses.jsonl')

/** Brings the demonstration's streets; does nothing the second time. */
export async function seedAddresses(deps: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  await importAddresses(deps, { file })
}
