import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deskCampaignsCall, startAtDeskCall } from '@clube/contract/campaigns/desk-calls.ts'
import { listTransactionsCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { searchAudit } from '../audit/index.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })
const kind = 'event_tickets' as const
const attendant = () => club.staff('ana', 'attendant')

const optionsOf = async (customer_id: string, campaign_id: string) => {
  const response = await attendant().send(deskCampaignsCall, { body: { customer_id } })
  if (!response.ok) throw new Error(response.message)
  return response.data.find((option) => option.campaign_id === campaign_id)
}
const start = (customer_id: string, campaign_id: string, staff = attendant()) =>
  staff.send(startAtDeskCall, { body: { customer_id, campaign_id, kind } })
const auditOf = async (subject_id: string) => {
  const { lines } = await searchAudit(club.database.db, { subject_id, cursor: null, limit: 5 })
  return lines.map(({ actor, action, sentence }) => ({ actor, action, sentence }))
}

describe('at the desk', () => {
  test('a participation opened at the desk has a protocol, is visible to the customer, and is audited', async () => {
    const campaign = await club.campaign()
    const { customer_id, browser } = await club.join()
    expect(await optionsOf(customer_id, campaign.id)).toMatchObject({
      title: 'Natal no Ipê',
      reasons: [],
      open: null,
    })
    const response = await start(customer_id, campaign.id)
    if (!response.ok) throw new Error(response.message)
    const { protocol, transaction_id } = response.data
    expect(response.message).toBe(`Participação aberta. O protocolo é ${protocol}.`)
    const mine = await browser.send(listTransactionsCall)
    expect(mine.ok && mine.data).toMatchObject([{ protocol, service_channel: 'balcao', state: 'open' }])
    expect(await auditOf(transaction_id)).toEqual([
      {
        actor: { kind: 'staff', id: 'ana' },
        action: 'campaigns.start-at-desk',
        sentence: `Abriu no balcão a participação ${protocol}.`,
      },
    ])
    expect(await auditOf(customer_id)).toMatchObject([
      { sentence: 'Consultou as promoções de um cadastro no balcão.' },
    ])
    expect(await optionsOf(customer_id, campaign.id)).toMatchObject({ open: { protocol } })
  })

  test('the desk returns a participation that the customer has opened, even when the limit is reached', async () => {
    const campaign = await club.campaign({ limit_per_customer: 1 })
    const { customer_id, browser } = await club.join()
    const opened = await browser.send(startTransactionCall, { body: { campaign_id: campaign.id, kind } })
    const { protocol } = opened.ok ? opened.data : { protocol: '' }
    expect(await optionsOf(customer_id, campaign.id)).toMatchObject({ reasons: [], open: { protocol } })
    expect(await start(customer_id, campaign.id)).toMatchObject({ data: { protocol } })
  })

  test('the desk shows why a customer is not eligible, both in the list and when starting a participation', async () => {
    const campaign = await club.campaign({ audience: { document_types: ['cpf'], minimum_age: 18 } })
    const minor = await club.join({ birth_date: '2015-01-01' })
    const sentence = 'Esta promoção é para maiores de 18 anos.'
    expect(await optionsOf(minor.customer_id, campaign.id)).toMatchObject({ reasons: [sentence] })
    expect(await start(minor.customer_id, campaign.id)).toMatchObject({ status: 409, message: sentence })
    const company = await club.join({ document_type: 'cnpj' })
    expect(await start(company.customer_id, campaign.id)).toMatchObject({
      message: 'Promoção exclusiva para CPF.',
    })
    expect(await auditOf(minor.customer_id)).toHaveLength(1)
  })

  test('inactive campaigns are not offered at the desk, and no participation can be opened in them', async () => {
    const upcoming = await club.campaign({ starts_at: new Date('2026-12-10T15:00:01Z') })
    const { customer_id } = await club.join()
    expect(await optionsOf(customer_id, upcoming.id)).toBeUndefined()
    expect(await start(customer_id, upcoming.id)).toMatchObject({
      status: 409,
      message: 'Esta promoção começa em 10/12/2026.',
    })
    club.clock.advance(1000)
    expect(await start(customer_id, upcoming.id)).toMatchObject({ status: 200 })
  })

  test('the desk rejects sessions of customers, staff without the permission, and unknown customers and campaigns', async () => {
    const campaign = await club.campaign()
    const { customer_id, browser } = await club.join()
    expect((await start(customer_id, campaign.id, browser)).status).toBe(401)
    expect((await start(customer_id, campaign.id, club.staff('rui', 'validator'))).status).toBe(403)
    expect(await start(randomUUID(), campaign.id)).toMatchObject({
      status: 404,
      message: 'Cadastro não encontrado.',
    })
    expect(await start(customer_id, randomUUID())).toMatchObject({ status: 404, code: 'campaigns.unknown' })
    expect((await start('nobody', campaign.id)).status).toBe(422)
    expect(await attendant().send(deskCampaignsCall, { body: { customer_id: randomUUID() } })).toMatchObject({
      status: 404,
    })
  })
})
