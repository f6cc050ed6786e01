import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { documentLabel, findByDocument } from '../modules/identity/index.ts'
import { earnPoints } from '../modules/points/index.ts'
import { createVault } from '../modules/vault/index.ts'

const club = useClub()
const vault = createVault(testRootKey)

const join = async (document_id: string) => {
  await registerCustomer(club.browser(), document_id)
  const customer = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  return customer?.id ?? ''
}

test('neither a failing job nor one customer’s inconsistent balance prevents point expiry, anonymization and the purge of photos', async () => {
  const { db } = club.database
  const [inconsistent = '', consistent = '', toErase = ''] = await Promise.all(
    freshCpfs(3, 660_000_000).map(join),
  )
  for (const customer_id of [inconsistent, consistent])
    await inTransaction(db, (tx) =>
      earnPoints(tx, {
        customer_id,
        points: 50,
        source: { kind: 'purchase', id: customer_id },
        lifetime_days: 365,
        now: club.now(),
      }),
    )
  await sql`update points_balance set balance = 10 where customer_id = ${inconsistent}`.execute(db)
  await sql`update customer set account_status = 'deletion_pending', deletion_requested_at = ${club.now()}
    where id = ${toErase}`.execute(db)
  await sql`
    insert into photo (id, purpose, subject_id, object_key, sealed_data_key, sha256, created_at, purge_after)
    values (gen_random_uuid(), 'receipt', gen_random_uuid(), 'photos/gone', '', sha256(''), ${club.now()}, ${club.now()})`.execute(
    db,
  )
  await sql`alter table postal_response rename to postal_response_missing`.execute(db)

  club.advanceSeconds(400 * 24 * 3600)
  await expect(club.purge()).rejects.toMatchObject({ errors: [{ code: '42P01' }] })

  const { rows } = await sql`
    select (select json_agg(balance order by balance) from points_balance
        where customer_id in (${inconsistent}, ${consistent})) as balances,
      (select account_status from customer where id = ${toErase}) as status,
      (select count(*) from photo where purged_at is null) as photos`.execute(db)
  expect(rows).toEqual([{ balances: [0, 10], status: 'anonymized', photos: 0 }])
})
