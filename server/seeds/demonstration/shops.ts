import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Database } from '../../src/db/database.ts'
import { seedShops } from '../../src/modules/receipts/index.ts'

/** One till: NFC-e of series 001, whose numbers have reached 1,000. */
const tills = [{ till: '65001', number: 1000 }] as const

/** Shops of the demonstration mall, with fictitious but valid documents. */
export const shops = [
  { name: 'Livraria Jabuticabeira', cnpj: '11444777000161', tills },
  { name: 'Café do Pátio', cnpj: '11222333000181', tills },
  { name: 'Sapataria Passo Largo', cnpj: '12ABC34501DE35', tills },
] as const

export const seedDemonstrationShops = (db: Database['db'], now: Date): Promise<void> =>
  seedShops(db, shops, { now, time_zone: defaultTimeZone })
