import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { grantedPoints } from '../../main/promotions.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { proveNow } from '../proofs/index.ts'
import { dataOf, useProjectClub } from './project-club.testing.ts'
import { createProjectProof } from './prove-projects.ts'

const club = useProjectClub()
const undo = new Error('undo')

/** The findings about a project after a change that a person with full access to the database could make. */
const findingsAfter = async (project_id: string, change: (tx: Tx) => Promise<unknown>): Promise<string[]> => {
  const found: string[] = []
  await inTransaction(club.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx)
    const proof = createProjectProof({ db: tx, vault: club.vault }, { grantedPoints })
    for (const { check, subject, expected, found: actual } of await proveNow(proof, club.clock.now()))
      if (subject === project_id) found.push(`${check} ${expected} ${actual}`)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}

const decided = async (decision: 'approve' | 'none') => {
  const campaign = await club.newCampaign()
  const { project_id } = dataOf(await club.register(await club.join(), campaign))
  if (decision === 'approve') dataOf(await club.approve(club.analyst(campaign.brand), project_id))
  return project_id
}

test('projects without faults have no findings, before and after a decision, and after an erasure', async () => {
  const nothing = async () => {}
  expect(await findingsAfter(await decided('none'), nothing)).toEqual([])
  const id = await decided('approve')
  expect(await findingsAfter(id, nothing)).toEqual([])
  expect(
    await findingsAfter(id, (tx) =>
      sql`update brand_project set purchase_number = null, registration_number = null where id = ${id}`.execute(
        tx,
      ),
    ),
  ).toEqual([])
})

test('a project that is marked as rewarded without its points is found', async () => {
  const id = await decided('none')
  expect(
    await findingsAfter(id, (tx) =>
      sql`update brand_project set state = 'rewarded', decided_by = 'x', decided_at = now() where id = ${id}`.execute(
        tx,
      ),
    ),
  ).toEqual(['points-match 500 0'])
})

test('a rewarded project whose state was reset is found, and so are other points than granted', async () => {
  const id = await decided('approve')
  expect(
    await findingsAfter(id, (tx) =>
      sql`update brand_project set state = 'submitted', decided_by = null, decided_at = null where id = ${id}`.execute(
        tx,
      ),
    ),
  ).toEqual(['points-match 0 500'])
  expect(
    await findingsAfter(id, (tx) => sql`update brand_project set points = 5000 where id = ${id}`.execute(tx)),
  ).toEqual(['points-match 5000 500'])
})

test('a number that was changed, so that it could be registered again, is found', async () => {
  const id = await decided('approve')
  expect(
    await findingsAfter(id, (tx) =>
      sql`update brand_project set purchase_number = 'CN-999999' where id = ${id}`.execute(tx),
    ),
  ).toEqual(['numbers-match 0 1'])
})
