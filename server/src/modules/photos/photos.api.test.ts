import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts'
import { createMemoryPhotoStore, type MemoryPhotoStore } from '../../testing/memory-photo-store.ts'
import { createVault } from '../vault/index.ts'
import {
  decidePhotos,
  listPhotos,
  openPhoto,
  purgePhotos,
  reportPhotos,
  sealPhoto,
  storePhoto,
} from './index.ts'

const database = useDatabase()
const key = createVault(Buffer.alloc(32, 'k')).derive('photos')
const bytes = Buffer.from('\xff\xd8\xff the cleaned picture of a document', 'latin1')
const dayMs = 24 * 3_600_000

let clock: FakeClock
let store: MemoryPhotoStore
beforeEach(async () => {
  await database.db.deleteFrom('photo').execute()
  clock = createFakeClock('2026-11-21T12:00:00Z')
  store = createMemoryPhotoStore(() => clock.now())
})
const deps = () => ({ db: database.db, store, key })

const addPhoto = async (subject_id: string, purpose = 'personal_id_front') => {
  const photo = await sealPhoto(deps(), bytes)
  await inTransaction(database.db, (tx) => storePhoto(tx, { photo, purpose, subject_id, now: clock.now() }))
  return photo.id
}
const decide = (subject_id: string) =>
  inTransaction(database.db, (tx) => decidePhotos(tx, { subject_id, now: clock.now() }))
const purge = () => purgePhotos(deps(), clock.now())

describe('a stored photo', () => {
  it('a stored photo can be read only for its own subject', async () => {
    const subject_id = randomUUID()
    const id = await addPhoto(subject_id)
    expect(await openPhoto(deps(), { id, subject_id })).toEqual(bytes)
    expect(await openPhoto(deps(), { id, subject_id: randomUUID() })).toBe(null)
    expect(await openPhoto(deps(), { id: randomUUID(), subject_id })).toBe(null)
    expect(await listPhotos(database.db, subject_id)).toEqual([
      {
        id,
        purpose: 'personal_id_front',
        created_at: clock.now(),
        purge_after: new Date('2027-02-19T12:00:00Z'),
        purged_at: null,
      },
    ])
  })

  it('a stored photo cannot be read from the store and the database without the key', async () => {
    const subject_id = randomUUID()
    const id = await addPhoto(subject_id)
    const [[name, object] = []] = store.objects
    const row = await database.db.selectFrom('photo').selectAll().executeTakeFirstOrThrow()
    for (const held of [object!.bytes, row.sealed_data_key!]) {
      expect(held.includes('picture')).toBe(false)
      expect(held.includes(key)).toBe(false)
    }
    expect(name).toMatch(/^photos\/[0-9a-f]{32}$/)
    expect(name).not.toContain(id.slice(0, 8))
    const wrong = { ...deps(), key: createVault(Buffer.alloc(32, 'x')).derive('photos') }
    await expect(openPhoto(wrong, { id, subject_id })).rejects.toThrow('was altered')
  })

  it('a tampered object is not opened', async () => {
    const subject_id = randomUUID()
    const first = await addPhoto(subject_id)
    const second = await addPhoto(subject_id)
    const [[firstName, one] = [], [secondName, two] = []] = store.objects
    store.objects.set(firstName!, two!).set(secondName!, one!)
    await expect(openPhoto(deps(), { id: first, subject_id })).rejects.toThrow('was altered')
    store.objects.clear()
    await expect(openPhoto(deps(), { id: second, subject_id })).rejects.toThrow('is missing')
  })

  it('an unavailable photo store is reported as an outage', async () => {
    const subject_id = randomUUID()
    const id = await addPhoto(subject_id)
    store.down = true
    await expect(openPhoto(deps(), { id, subject_id })).rejects.toMatchObject({ name: 'Unavailable' })
    await expect(sealPhoto(deps(), bytes)).rejects.toMatchObject({ name: 'Unavailable' })
    store.down = false
    expect(await openPhoto(deps(), { id, subject_id })).toEqual(bytes)
  })
})

describe('the purge', () => {
  it('photos are purged 30 days after the decision, and not earlier', async () => {
    const subject_id = randomUUID()
    const id = await addPhoto(subject_id)
    const other = await addPhoto(randomUUID())
    clock.advance(10 * dayMs)
    await decide(subject_id)
    clock.advance(30 * dayMs - 1)
    expect(await purge()).toMatchObject({
      purged: 0,
      report: { kept: 2, overdue: 0, objects: 2, clean: true },
    })
    clock.advance(1)
    expect(await reportPhotos(deps(), clock.now())).toMatchObject({ overdue: 1, clean: false })
    expect(await purge()).toEqual({
      purged: 1,
      orphans_deleted: 0,
      failed: 0,
      report: { kept: 1, overdue: 0, objects: 1, orphans: [], clean: true },
    })
    expect(await openPhoto(deps(), { id, subject_id })).toBe(null)
    const row = await database.db
      .selectFrom('photo')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sealed_data_key: null, purged_at: clock.now() })
    expect(store.objects.has(row.object_key)).toBe(false)
    const kept = await database.db
      .selectFrom('photo')
      .selectAll()
      .where('id', '=', other)
      .executeTakeFirstOrThrow()
    expect(store.objects.has(kept.object_key)).toBe(true)
  })

  it('photos of a request that was never decided are purged after 90 days', async () => {
    await addPhoto(randomUUID())
    clock.advance(90 * dayMs - 1)
    expect(await purge()).toMatchObject({ purged: 0 })
    clock.advance(1)
    expect(await purge()).toMatchObject({ purged: 1, report: { kept: 0, objects: 0, clean: true } })
  })

  it('a late or second decision does not postpone the purge', async () => {
    const subject_id = randomUUID()
    const id = await addPhoto(subject_id)
    clock.advance(80 * dayMs)
    await decide(subject_id)
    const [photo] = await listPhotos(database.db, subject_id)
    expect(photo).toMatchObject({ id, purge_after: new Date('2027-02-19T12:00:00Z') })
    const early = randomUUID()
    await addPhoto(early)
    await decide(early)
    const first = await listPhotos(database.db, early)
    clock.advance(5 * dayMs)
    await decide(early)
    expect(await listPhotos(database.db, early)).toEqual(first)
  })

  it('orphaned objects are purged after a day', async () => {
    await sealPhoto(deps(), bytes)
    clock.advance(dayMs - 1)
    expect(await purge()).toMatchObject({
      orphans_deleted: 0,
      report: { objects: 1, orphans: [], clean: true },
    })
    clock.advance(1)
    expect((await reportPhotos(deps(), clock.now())).orphans).toHaveLength(1)
    expect(await purge()).toMatchObject({ orphans_deleted: 1, report: { objects: 0, clean: true } })
  })

  it('the purge reports a photo that cannot be deleted, continues, and retries it later', async () => {
    for (let count = 0; count < 3; count += 1) await addPhoto(randomUUID())
    const [name] = store.objects.keys()
    store.undeletable.add(name!)
    clock.advance(90 * dayMs)
    expect(await purge()).toMatchObject({ purged: 2, report: { overdue: 1, objects: 1, clean: false } })
    store.undeletable.clear()
    expect(await purge()).toMatchObject({
      purged: 1,
      failed: 0,
      report: { overdue: 0, objects: 0, clean: true },
    })
  })

  it('two concurrent purges of several batches purge each photo once', async () => {
    const subject_id = randomUUID()
    await Promise.all(Array.from({ length: 230 }, () => addPhoto(subject_id)))
    clock.advance(90 * dayMs)
    const outcomes = await Promise.all([purge(), purge()])
    expect(outcomes.reduce((sum, { purged }) => sum + purged, 0)).toBe(230)
    expect(await reportPhotos(deps(), clock.now())).toEqual({
      kept: 0,
      overdue: 0,
      objects: 0,
      orphans: [],
      clean: true,
    })
  })

  it('a database constraint enforces the retention of at most 90 days', async () => {
    const photo = await sealPhoto(deps(), bytes)
    const created_at = clock.now()
    await expect(
      database.db
        .insertInto('photo')
        .values({
          ...photo,
          purpose: 'x',
          subject_id: randomUUID(),
          created_at,
          purge_after: new Date(created_at.getTime() + 90 * dayMs + 1000),
          purged_at: null,
        })
        .execute(),
    ).rejects.toThrow()
  })
})
