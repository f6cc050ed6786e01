import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { approveStaffChangeCall, rejectStaffChangeCall } from '@clube/contract/staff/change-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
} from '@clube/contract/staff/management-calls.ts'
import { inTransaction } from '../db/database.ts'
import type { ApiResponse } from '../testing/browser.ts'
import { useTwoServers, type SignedIn } from '../testing/two-servers.ts'

const servers = useTwoServers()
const db = () => servers.database.db
const rounds = Array.from({ length: 12 }, (_, round) => round)

const codeOf = (response: ApiResponse<unknown>): string =>
  response.ok ? 'ok' : (response.code ?? String(response.status))
const counts = (responses: readonly ApiResponse<unknown>[], code: string) =>
  responses.filter((response) => codeOf(response) === code).length

/** A new administrator's proposal to assign a sensitive role to a new steward. */
const propose = async (administrator?: SignedIn) => {
  const proposer = administrator ?? (await servers.staff('administrator'))
  const steward = await servers.staff('gate_steward')
  const body = { staff_id: steward.id, roles: ['validator' as const] }
  const response = await proposer.at(0).send(changeStaffRolesCall, { body })
  if (!response.ok || response.data.kind !== 'proposed') throw new Error(`Not proposed: ${codeOf(response)}`)
  return { proposer, steward, body: { change_id: response.data.change.change_id } }
}
const stateOf = async (change_id: string) => {
  const change = db().selectFrom('staff_change').select('state').where('id', '=', change_id)
  return (await change.executeTakeFirstOrThrow()).state
}
const memberOf = ({ id }: SignedIn) =>
  db().selectFrom('staff').select(['roles', 'state']).where('id', '=', id).executeTakeFirstOrThrow()
const auditActionsOf = async ({ id }: SignedIn) => {
  const lines = db().selectFrom('audit_line').select('action').where('subject_id', '=', id)
  return (await lines.execute()).map(({ action }) => action)
}
const approve = (administrator: SignedIn, index: number, body: { change_id: string }) =>
  administrator.at(index).send(approveStaffChangeCall, { body })
const reject = (administrator: SignedIn, index: number, body: { change_id: string }) =>
  administrator.at(index).send(rejectStaffChangeCall, { body })

describe('two servers and one proposed change', () => {
  test('when two administrators send 20 concurrent approvals and rejections, exactly one takes effect, and only an approval changes roles', async () => {
    const others = await Promise.all([servers.staff('administrator'), servers.staff('administrator')])
    for (const round of rounds) {
      const { steward, body } = await propose()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const administrator = others[(index >> 1) % 2] as SignedIn
          return (index + round) % 3 === 0
            ? reject(administrator, index, body)
            : approve(administrator, index, body)
        }),
      )
      expect(counts(responses, 'ok')).toBe(1)
      expect(counts(responses, 'staff.change-decided')).toBe(19)
      const state = await stateOf(body.change_id)
      const isApproved = state === 'approved'
      expect((await memberOf(steward)).roles).toEqual([isApproved ? 'validator' : 'gate_steward'])
      expect((await auditActionsOf(steward)).toSorted()).toEqual(
        isApproved
          ? ['staff.approve-change', 'staff.change-roles', 'staff.propose-change']
          : ['staff.propose-change', 'staff.reject-change'],
      )
    }
  })

  test('an approval that waits for the member’s row has not locked the audit chain', async () => {
    const other = await servers.staff('administrator')
    const { steward, body } = await propose()
    const blocked = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db())
      return rows.length
    }
    // Locks the row as a sign-in of the member does before it appends its audit line.
    const [approved] = await inTransaction(db(), async (tx) => {
      await sql`select from staff where id = ${steward.id} for update`.execute(tx)
      const pending = approve(other, 0, body)
      await expect.poll(blocked).toBe(1)
      await sql`select from audit_head for update nowait`.execute(tx)
      return [pending]
    })
    expect(codeOf(await approved)).toBe('ok')
  })

  test('a proposal that is withdrawn while it is approved is either withdrawn or applied', async () => {
    const other = await servers.staff('administrator')
    for (const round of rounds) {
      const { proposer, steward, body } = await propose()
      const [approved, withdrawn] = await Promise.all([
        approve(other, round, body),
        reject(proposer, round + 1, body),
      ])
      expect([codeOf(approved), codeOf(withdrawn)].toSorted()).toEqual(['ok', 'staff.change-decided'])
      expect((await memberOf(steward)).roles).toEqual([approved.ok ? 'validator' : 'gate_steward'])
    }
  })

  test('when a change is approved while its proposer is being disabled, it takes effect or expires permanently', async () => {
    const [other, third] = await Promise.all([servers.staff('administrator'), servers.staff('administrator')])
    for (const round of rounds) {
      const { proposer, steward, body } = await propose()
      const [approved, disabled] = await Promise.all([
        approve(other, round, body),
        third.at(round + 1).send(disableStaffCall, { body: { staff_id: proposer.id } }),
      ])
      expect(codeOf(disabled)).toBe('ok')
      expect(['ok', 'staff.change-decided']).toContain(codeOf(approved))
      expect(await stateOf(body.change_id)).toBe(approved.ok ? 'approved' : 'expired')
      const roles = [approved.ok ? 'validator' : 'gate_steward']
      expect((await memberOf(steward)).roles).toEqual(roles)
      await db().updateTable('staff').set({ state: 'active' }).where('id', '=', proposer.id).execute()
      expect(codeOf(await approve(other, round, body))).toBe('staff.change-decided')
      expect((await memberOf(steward)).roles).toEqual(roles)
    }
  })

  test('a proposal sent while its proposer is disabled or loses the role is refused or expires', async () => {
    const [other, third] = await Promise.all([servers.staff('administrator'), servers.staff('administrator')])
    for (const round of rounds) {
      const proposer = await servers.staff('administrator')
      const steward = await servers.staff('gate_steward')
      const [proposed, removed] = await Promise.all([
        proposer
          .at(round)
          .send(changeStaffRolesCall, { body: { staff_id: steward.id, roles: ['validator'] } }),
        round % 2 === 0
          ? third.at(round + 1).send(disableStaffCall, { body: { staff_id: proposer.id } })
          : third
              .at(round + 1)
              .send(changeStaffRolesCall, { body: { staff_id: proposer.id, roles: ['gate_steward'] } }),
      ])
      expect(codeOf(removed)).toBe('ok')
      // The session or the permission may be missing when the request begins.
      if (!proposed.ok) expect([401, 403]).toContain(proposed.status)
      const pending = await db()
        .selectFrom('staff_change')
        .select('id')
        .where('proposed_by', '=', proposer.id)
        .where('state', '=', 'proposed')
        .execute()
      expect(pending).toEqual([])
      if (proposed.ok && proposed.data.kind === 'proposed') {
        const { change_id } = proposed.data.change
        expect(codeOf(await approve(other, round, { change_id }))).toBe('staff.change-decided')
      }
    }
  })

  test('a member who is disabled while more roles are approved for them stays disabled, and no proposal stays pending', async () => {
    const [other, third] = await Promise.all([servers.staff('administrator'), servers.staff('administrator')])
    for (const round of rounds) {
      const { steward, body } = await propose()
      const [approved, disabled] = await Promise.all([
        approve(other, round, body),
        third.at(round + 1).send(disableStaffCall, { body: { staff_id: steward.id } }),
      ])
      expect(codeOf(disabled)).toBe('ok')
      expect(['ok', 'staff.change-decided']).toContain(codeOf(approved))
      expect(await memberOf(steward)).toEqual({
        state: 'disabled',
        roles: [approved.ok ? 'validator' : 'gate_steward'],
      })
      expect(await stateOf(body.change_id)).toBe(approved.ok ? 'approved' : 'expired')
    }
  })

  test('when two administrators propose to enable a disabled member, one of the proposals is approved, by the other administrator', async () => {
    const [one, other] = await Promise.all([servers.staff('administrator'), servers.staff('administrator')])
    const accomplice = await servers.staff('validator')
    await one.at(0).send(disableStaffCall, { body: { staff_id: accomplice.id } })
    const body = { staff_id: accomplice.id }
    const proposals = await Promise.all(
      [one, other].map((proposer, index) => proposer.at(index).send(enableStaffCall, { body })),
    )
    expect(proposals.map(codeOf).toSorted()).toEqual(['ok', 'staff.change-pending'])
    const [change_id] = proposals.flatMap((response) =>
      response.ok && response.data.kind === 'proposed' ? [response.data.change.change_id] : [],
    )
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        approve((index >> 1) % 2 === 0 ? one : other, index, { change_id: change_id ?? '' }),
      ),
    )
    expect(counts(decisions, 'ok')).toBe(1)
    expect(counts(decisions, 'staff.own-proposal') + counts(decisions, 'staff.change-decided')).toBe(9)
    expect((await memberOf(accomplice)).state).toBe('active')
  })

  test('an invitation proposed by two administrators and approved 20 times concurrently invites one person once', async () => {
    const administrators = await Promise.all([0, 1, 2].map(() => servers.staff('administrator')))
    const [one, other, third] = administrators as [SignedIn, SignedIn, SignedIn]
    const email = `${randomBytes(6).toString('hex')}@exemplo.com.br`
    const body = { name: 'Olívia Ramos', email, roles: ['validator' as const] }
    const proposals = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ((index >> 1) % 2 === 0 ? one : other).at(index).send(inviteStaffCall, { body }),
      ),
    )
    expect(counts(proposals, 'ok')).toBe(1)
    expect(counts(proposals, 'staff.change-pending')).toBe(9)
    const [change_id = ''] = proposals.flatMap((response) =>
      response.ok && response.data.kind === 'proposed' ? [response.data.change.change_id] : [],
    )
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => approve(third, index, { change_id })),
    )
    expect(counts(decisions, 'ok')).toBe(1)
    const invited = await db()
      .selectFrom('staff')
      .innerJoin('staff_invitation', 'staff_invitation.staff_id', 'staff.id')
      .select('staff.id')
      .where('email', '=', email)
      .execute()
    expect(invited).toHaveLength(1)
  })

  test('a rejection waits for an approval in progress without locking the change first', async () => {
    const other = await servers.staff('administrator')
    const { body } = await propose()
    const client = await servers.database.pool.connect()
    await client.query('begin')
    await client.query(`select from staff where 'administrator' = any(roles) for update`)
    const rejecting = reject(other, 0, body)
    await vi.waitFor(async () => {
      const { rows } = await servers.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    // An approval locks the change next; if the rejection held that lock, they would deadlock.
    const next = 'select from staff_change where id = $1 for update nowait'
    expect((await client.query(next, [body.change_id])).rowCount).toBe(1)
    await client.query('commit')
    client.release()
    expect(codeOf(await rejecting)).toBe('ok')
  })
})
