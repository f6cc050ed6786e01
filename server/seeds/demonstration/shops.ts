import type { Database } from '../../src/db/database.ts'
import { seedShops } from '../../src/modules/receipts/index.ts'

/** Shops of the demonstration mall, with invented but valid documents. */
export const shops = [
  { name: 'Livraria Jabuticabeira', cnpj: '11444777000161' },
  { name: 'Café do Pátio', cnpj: '11222333000181' },
  { name: 'Sapataria Passo Largo', cnpj: '12ABC34501DE35' },
] as const

export const seedDemonstrationShops = (db: Database['db'], now: Date): Promise<void> =>
  seedShops(db, shops, now)
