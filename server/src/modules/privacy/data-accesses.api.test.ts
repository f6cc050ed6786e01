import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deskCampaignsCall } from '@clube/contract/campaigns/desk-calls.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { findCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { createAppendAuditLine } from '../audit/index.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

const club = useClub()
const vault = createVault(testRootKey)
const cpfs = freshCpfs(6, 660_000_000)

const join = async () => {
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id)
  const customer = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  return { document_id, browser, customer_id: customer?.id ?? '' }
}
const append = createAppendAuditLine({ vault, clock: club.now })

test('data accesses show role, desk and action, newest first, and never a name', async () => {
  const { document_id, browser, customer_id } = await join()
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  expect((await attendant.send(findCustomerCall, { body: { document_id } })).ok).toBe(true)
  expect((await attendant.send(deskCampaignsCall, { body: { customer_id } })).ok).toBe(true)
  const approver = await signedInStaff(club, staffPersonas.approver)
  const note = 'Prometido por telefone pela gerente.'
  const adjustment = {
    adjustment_id: randomUUID(),
    customer_id,
    points: 5,
    reason: 'goodwill' as const,
    note,
  }
  expect((await approver.send(adjustPointsCall, { body: adjustment })).ok).toBe(true)
  const response = await browser.send(listDataAccessesCall)
  expect(response).toMatchObject({
    status: 200,
    next_cursor: null,
    data: [
      { role: 'Aprovador', desk: 'Pontos', what: 'Ajustou os seus pontos' },
      { role: 'Atendente', desk: 'Balcão', what: 'Viu em quais promoções você pode participar' },
      { role: 'Atendente', desk: 'Balcão', what: 'Consultou o seu cadastro pelo documento' },
    ],
  })
  const text = JSON.stringify(response)
  for (const hidden of [staffPersonas.attendant.name, staffPersonas.approver.name, note])
    expect(text).not.toContain(hidden)
})

test('a customer cannot read another customer’s data accesses', async () => {
  const { document_id } = await join()
  const { browser: other } = await join()
  const attendant = await signedInStaff(club, staffPersonas.attendant)
  await attendant.send(findCustomerCall, { body: { document_id } })
  expect(await other.send(listDataAccessesCall)).toMatchObject({ data: [], next_cursor: null })
  expect((await club.browser().send(listDataAccessesCall)).status).toBe(401)
})

test('data accesses are paged completely, exclude actions of the system, and reject an invalid cursor', async () => {
  const { browser, customer_id } = await join()
  for (let line = 0; line < 45; line += 1)
    await inTransaction(club.database.db, (tx) =>
      append(tx, {
        actor: { kind: 'staff', id: randomUUID() },
        action: line % 2 === 0 ? 'customers.find' : 'points.find',
        subject: { kind: 'customer', id: customer_id },
        sentence: 'Consultou um cadastro.',
      }),
    )
  // Not a data access: an action by the system.
  await inTransaction(club.database.db, (tx) =>
    append(tx, {
      actor: { kind: 'system' },
      action: 'customers.find',
      subject: { kind: 'customer', id: customer_id },
      sentence: 'Nada.',
    }),
  )
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const response = await browser.send(
      listDataAccessesCall,
      cursor === undefined ? {} : { query: { cursor } },
    )
    if (!response.ok) throw new Error(response.message)
    pages.push(response.data.map(({ desk, role }) => `${role} ${desk}`))
    cursor = response.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5])
  const all = pages.flat()
  expect(all.filter((access) => access === 'Equipe do clube Balcão')).toHaveLength(23)
  expect(all.filter((access) => access === 'Equipe do clube Pontos')).toHaveLength(22)
  expect(await browser.send(listDataAccessesCall, { query: { cursor: 'abc' } })).toMatchObject({
    status: 422,
  })
})
