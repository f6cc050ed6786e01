import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as campaigns from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { respond } from '../testing/fake-server.ts'
import { scratchSettings } from '../testing/scratch-desk-samples.ts'
import { change, expectText, fieldValue, press, server, settle, type } from '../testing/screen-test.tsx'
import { campaign } from '../testing/staff-samples.ts'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id: id } = campaign
const scratchCampaign = { ...campaign, kind: 'scratch_card' as const, settings: { ...scratchSettings } }
const openStored = (stored = scratchCampaign) =>
  openAs('marketing', `/promocoes/${id}/editar`, respond(campaigns.staffListCampaignsCall, [stored]))
const sentSettings = () =>
  (server.bodiesOf(campaigns.updateCampaignCall)[0] as { settings: unknown } | undefined)?.settings
const textsOf = (label: string) =>
  screen.getAllByLabelText(label).map((field) => (field as HTMLInputElement).value)

setUpStaffScreens()

test('the stored prizes and rules of a scratch-card campaign are edited in fields and sent as settings', async () => {
  await openStored()
  // The prize list that the law requires comes after them and has one prize more.
  expect(textsOf('Nome do prêmio').slice(0, -1)).toEqual(scratchSettings.prizes.map(({ title }) => title))
  await press('Retirar: prêmio do baralho 1')
  await press('Retirar: prêmio do baralho 1')
  await press('Retirar: prêmio do baralho 1')
  await type('Quantos pontos', '250')
  await type('Cartões no baralho', '900')
  await type('Assinatura na entrega a partir de', '')
  await type('Conta com senha a partir de', '30000')
  server.respond(campaigns.updateCampaignCall, scratchCampaign)
  await press('Salvar rascunho')
  expect(sentSettings()).toEqual({
    ...scratchSettings,
    cards: 900,
    prizes: [{ ...scratchSettings.prizes[3], points: 250 }],
    signature_from_cents: null,
    account_from_cents: 30_000,
  })
})

test('the scratch-card editor shows fields for points or for the pickup, depending on the kind of prize', async () => {
  await openStored({
    ...scratchCampaign,
    settings: { ...scratchSettings, prizes: [scratchSettings.prizes[0]!] },
  })
  expect(fieldValue('Onde retirar')).toBe('Balcão do Piso 1')
  expect(screen.queryByLabelText('Quantos pontos')).toBeNull()
  change('Tipo de prêmio', 'points')
  await settle()
  expect(screen.queryByLabelText('Onde retirar')).toBeNull()
  expect(fieldValue('Quantos pontos')).toBe('')
})

test('the scratch-card editor shows how many cards win and explains the deck', async () => {
  await openStored()
  expectText('1.222 com prêmio, 3.778 sem prêmio.')
  expectText(/uma pessoa prepara o baralho com estes prêmios e outra o lacra/)
})

test('the preview of scratch cards shows what shoppers see, including unsaved values', async () => {
  await openStored()
  await type('Cartões no baralho', '900')
  await press('Ver como o cliente vê')
  const preview = within(screen.getByRole('region', { name: 'Raspadinha no celular do cliente' }))
  expect(preview.getByText('900 na promoção inteira, até 3 raspadinhas por pessoa e dia.')).toBeTruthy()
  expect(preview.getAllByText('Você ganhou! Retire em: Balcão do Piso 1, em até 30 dias.')).toHaveLength(3)
  expect(preview.getByText('Você ganhou 100 pontos, já na sua conta.')).toBeTruthy()
})

test('the approver sees the prizes of a scratch-card campaign with their values, and its rules in sentences', async () => {
  const waiting = { ...scratchCampaign, state: 'in_review' as const }
  await openAs('approver', `/aprovacoes/${id}`, respond(campaigns.staffReviewCampaignsCall, [waiting]))
  expectText(/5\.000 cartões: 1\.222 com prêmio e 3\.778 sem\./)
  expectText(/Cada pessoa raspa até 3 raspadinhas por dia\./)
  expect(rows()).toContain(
    `100 pontosPontos, 100 pontos na hora800${formatCents(500)}${formatCents(400_000)}`,
  )
})
