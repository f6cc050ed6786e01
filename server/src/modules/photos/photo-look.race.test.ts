import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createVault } from '../vault/index.ts'
import { grantLook, sealPhoto, storePhoto, takeLook } from './index.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'

const database = useDatabase({ poolSize: 10 })
let second: Database
beforeAll(() => {
  second = openDatabase(database.url, { poolSize: 10 })
})
afterAll(() => second.close())

const now = new Date('2026-11-21T12:00:00Z')

test('a granted look taken 20 times at once over two pools is taken once', async () => {
  const { db } = database
  const key = createVault(Buffer.alloc(32, 'k')).derive('photos')
  const photo = await sealPhoto({ store: createMemoryPhotoStore(() => now), key }, Buffer.from('a photo'))
  const subject_id = randomUUID()
  await inTransaction(db, (tx) => storePhoto(tx, { photo, purpose: 'receipt', subject_id, now }))
  const staff_id = randomUUID()
  const granted = await grantLook(db, { photo_id: photo.id, subject_id, staff_id, now })
  if (!granted) throw new Error('No look was granted')
  const { look_token } = granted

  const looks = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTransaction(index % 2 === 0 ? db : second.db, (tx) => takeLook(tx, { look_token, staff_id, now })),
    ),
  )

  expect(looks.filter((look) => look !== null)).toEqual([
    { photo_id: photo.id, subject_id, purpose: 'receipt' },
  ])
})
