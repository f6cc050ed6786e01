import { afterAll, describe, expect, test } from 'vitest'
import { testRootKey } from '../../src/testing/club.ts'
import { useDatabase } from '../../src/testing/database.ts'
import { createMemoryPhotoStore } from '../../src/testing/memory-photo-store.ts'
import { createPhotoDecoder, listPhotos, openPhoto } from '../../src/modules/photos/index.ts'
import { createVault } from '../../src/modules/vault/index.ts'
import { seedDemonstration } from './seed.ts'

const database = useDatabase()
const decoder = createPhotoDecoder()
afterAll(() => decoder.close())
const vault = createVault(testRootKey)
const now = new Date('2026-11-21T15:00:00Z')

describe('the open request of the demonstration', () => {
  test('the seeded recovery request is waiting for review with three valid photos', async () => {
    const { db } = database
    const store = createMemoryPhotoStore(() => now)
    const photos = { store, key: vault.derive('photos') }
    await seedDemonstration({ db, vault, now, recovery: { photos, answer_hours: 48 } })
    const requests = await db.selectFrom('recovery_request').selectAll().execute()
    expect(requests).toMatchObject([
      {
        at: 'submitted',
        protocol: '2026-000001-1',
        submitted_at: new Date('2026-11-21T14:25:00Z'),
        answer_by: new Date('2026-11-23T14:25:00Z'),
      },
    ])
    const stored = await listPhotos(db, requests[0]?.id ?? '')
    expect(stored.map(({ purpose }) => purpose).toSorted()).toEqual([
      'personal_id_back',
      'personal_id_front',
      'personal_id_selfie',
    ])
    for (const { id } of stored) {
      const bytes = await openPhoto({ db, ...photos }, { id, subject_id: requests[0]?.id ?? '' })
      expect(await decoder.clean(new Blob([new Uint8Array(bytes ?? [])]))).toMatchObject({ ok: true })
    }
    const lines = await db.selectFrom('audit_line').select('action').execute()
    expect(lines).toContainEqual({ action: 'recovery.submit' })
  })
})
