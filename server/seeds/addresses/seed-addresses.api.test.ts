import { expect, it } from 'vitest'
import { useDatabase } from '../../src/testing/database.ts'
import { seedAddresses } from './seed-addresses.ts'

const database = useDatabase()
const clock = () => new Date('2026-11-21T12:00:00Z')

const count = async (query: string) => {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${query}`)
  return rows[0]?.count ?? 0
}

it('the demonstration seed imports several hundred streets in ten cities without rejections, and is idempotent', async () => {
  await seedAddresses({ db: database.db, clock })
  const streets = await count('street')
  expect(streets).toBeGreaterThan(300)
  expect(await count('postal_code')).toBeGreaterThan(200)
  expect(await count('(select distinct city_id from street) as cities')).toBe(10)
  expect(await count('address_import where lines_rejected > 0')).toBe(0)
  expect(await count('street where length(name) > 50')).toBe(0)
  await seedAddresses({ db: database.db, clock })
  expect(await count('street')).toBe(streets)
})
