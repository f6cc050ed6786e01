import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createVault } from '../vault/index.ts'
import { grantPhotoView, sealPhoto, storePhoto, consumePhotoView } from './index.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'

const database = useDatabase({ poolSize: 10 })
let second: Database
beforeAll(() => {
  second = openDatabase(database.url, { poolSize: 10 })
})
afterAll(() => second.close())

const now = new Date('2026-11-21T12:00:00Z')

test('only one of 20 concurrent uses of a granted photo view over two pools succeeds', async () => {
  const { db } = database
  const key = createVault(Buffer.alloc(32, 'k')).derive('photos')
  const photo = await sealPhoto({ store: createMemoryPhotoStore(() => now), key }, Buffer.from('a photo'))
  const subject_id = randomUUID()
  await inTransaction(db, (tx) => storePhoto(tx, { photo, purpose: 'receipt', subject_id, now }))
  const staff_id = randomUUID()
  const granted = await grantPhotoView(db, { photo_id: photo.id, subject_id, staff_id, now })
  if (!granted) throw new Error('No view was granted')
  const { view_token } = granted

  const views = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTransaction(index % 2 === 0 ? db : second.db, (tx) =>
        consumePhotoView(tx, { view_token, staff_id, now }),
      ),
    ),
  )

  expect(views.filter((view) => view !== null)).toEqual([
    { photo_id: photo.id, subject_id, purpose: 'receipt' },
  ])
})
