import { expect, test } from 'vitest'
import { changeTables } from '../testing/change-tables.ts'
import { endConnections } from '../testing/end-connections.ts'
import { startReservationLoad } from '../testing/reservation-load.ts'
import { useTwoServers } from '../testing/two-servers.ts'

const { database, urlOf } = useTwoServers()

test('no server process exits when its database connections are lost under load, and no confirmed reservation is lost', async () => {
  const urls = [urlOf(0), urlOf(1)]
  const load = await startReservationLoad(database.db, { urls: () => urls, people: 2_000, clients: 20 })
  for (let round = 0; round < 8; round += 1) {
    await load.confirm(20)
    await endConnections(database.db)
  }
  await load.confirm(20)
  await load.stop()
  for (const url of urls) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect(Object.keys(load.statuses).filter((status) => status !== '200' && status !== '503')).toEqual([])
  const { missing, duplicates } = await load.compare(database.db)
  expect({ missing, duplicates }).toEqual({ missing: 0, duplicates: 0 })
})

test('no request to two processes fails while the migrations of the next version change every table', async () => {
  const urls = [urlOf(0), urlOf(1)]
  const load = await startReservationLoad(database.db, { urls: () => urls, people: 2_000, clients: 20 })
  await load.confirm(100)
  await changeTables(database.db, '1')
  await load.confirm(100)
  await load.stop()
  expect([...load.failures]).toEqual([])
  expect(Object.keys(load.statuses)).toEqual(['200'])
  expect(await load.compare(database.db)).toMatchObject({ missing: 0, duplicates: 0 })
})
