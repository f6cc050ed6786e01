import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testRootKey } from '../../src/testing/club.ts'
import { useDatabase } from '../../src/testing/database.ts'
import { createMemoryPhotoStore } from '../../src/testing/memory-photo-store.ts'
import { createServiceTicketsProof } from '../../src/modules/customer-service/index.ts'
import { proveNow } from '../../src/modules/proofs/index.ts'
import { createPhotoDecoder, listPhotos, openObject, openPhoto } from '../../src/modules/photos/index.ts'
import { createVault } from '../../src/modules/vault/index.ts'
import { seedDemonstration } from './seed.ts'

const database = useDatabase()
const decoder = createPhotoDecoder()
afterAll(() => decoder.close())
const vault = createVault(testRootKey)
const now = new Date('2026-11-21T15:00:00Z')
const photos = { store: createMemoryPhotoStore(() => now), key: vault.derive('photos') }

beforeAll(() => seedDemonstration({ db: database.db, vault, now, recovery: { photos, answer_hours: 48 } }))

describe('the demonstration with photos', () => {
  test('the seeded recovery request is waiting for review with three valid photos', async () => {
    const { db } = database
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

  test('its conversations are about a purchase and a participation of the person, with a picture and a merged duplicate', async () => {
    const { db } = database
    const tickets = await db
      .selectFrom('service_ticket as t')
      .leftJoin('promotion_transaction as p', (join) =>
        join.onRef('p.id', '=', 't.transaction_id').onRef('p.customer_id', '=', 't.customer_id'),
      )
      .leftJoin('purchase as r', (join) =>
        join.onRef('r.id', '=', 't.purchase_id').onRef('r.customer_id', '=', 't.customer_id'),
      )
      .leftJoin('shop as s', 's.id', 'r.shop_id')
      .select(['t.id', 't.subject', 't.state', 't.merged_into', 'p.kind', 's.name as shop'])
      .orderBy('t.protocol_number')
      .execute()
    expect(tickets.find(({ subject }) => subject === 'Troca que a loja não fez')).toMatchObject({
      shop: 'Livraria Jabuticabeira',
    })
    const panettone = tickets.filter(({ subject }) => subject === 'Panetone com o pacote aberto')
    expect(panettone).toMatchObject([
      { state: 'new', kind: 'free_gifts', merged_into: null },
      { state: 'closed', kind: 'free_gifts', merged_into: panettone[0]?.id },
    ])
    const attachments = await db
      .selectFrom('service_attachment as a')
      .innerJoin('service_message as m', 'm.id', 'a.message_id')
      .selectAll('a')
      .select('m.ticket_id')
      .execute()
    expect(attachments).toMatchObject([
      { ticket_id: panettone[0]?.id, name: 'panetone.jpg', purge_after: null },
    ])
    for (const { sealed_data_key, ...attachment } of attachments) {
      const bytes = await openObject(photos, {
        ...attachment,
        sealed_data_key: sealed_data_key ?? Buffer.alloc(0),
      })
      expect(await decoder.clean(new Blob([new Uint8Array(bytes)]))).toMatchObject({ ok: true })
    }
    expect(await proveNow(createServiceTicketsProof({ db }), now)).toEqual([])
  })
})
