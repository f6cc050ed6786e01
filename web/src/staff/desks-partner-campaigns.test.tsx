import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as campaigns from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listPartnerChoicesCall } from '@clube/contract/partner-points/desk-calls.ts'
import { respond, unreachable } from '../testing/fake-server.ts'
import { partnerSettings } from '../testing/partner-desk-samples.ts'
import { change, expectText, press, server, settle, type } from '../testing/screen-test.tsx'
import { campaign } from '../testing/staff-samples.ts'
import { openAs, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id: id } = campaign
const partnerCampaign = {
  ...campaign,
  kind: 'partner_points' as const,
  spend_rule: null,
  settings: { ...partnerSettings },
}
const openStored = (stored = partnerCampaign, ...responses: ReturnType<typeof respond>[]) =>
  openAs(
    'marketing',
    `/promocoes/${id}/editar`,
    respond(campaigns.staffListCampaignsCall, [stored]),
    ...responses,
  )
const partnerField = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Programa parceiro' })

setUpStaffScreens()

test('the settings of partner points are edited in fields and sent as settings', async () => {
  await openStored()
  expect(partnerField().value).toBe('asa-fidelidade')
  change('Programa parceiro', 'posto-legal')
  await type('Mínimo de pontos por resgate', '1000')
  await type('Resgates por pessoa e dia', '')
  await type('Pedir a senha de novo a partir de (pontos do clube)', '8000')
  server.respond(campaigns.updateCampaignCall, partnerCampaign)
  await press('Salvar rascunho')
  expect(server.bodiesOf(campaigns.updateCampaignCall)).toMatchObject([
    {
      settings: {
        ...partnerSettings,
        partner: 'posto-legal',
        minimum: 1_000,
        limit_per_day: null,
        password_from_points: 8_000,
      },
    },
  ])
})

test('a stored partner that is no longer configured stays until another is chosen', async () => {
  await openStored({ ...partnerCampaign, settings: { ...partnerSettings, partner: 'banco-antigo' } })
  expect(partnerField().value).toBe('banco-antigo')
  expect([...partnerField().options].map(({ text }) => text)).toEqual([
    'Escolha',
    'Asa Fidelidade',
    'Posto Legal',
    'banco-antigo',
  ])
})

test('when the partners fail to load, the stored one is kept and loading can be repeated', async () => {
  await openStored(partnerCampaign, respond(listPartnerChoicesCall, unreachable))
  expect(partnerField().value).toBe('asa-fidelidade')
  server.respond(listPartnerChoicesCall, [{ partner: 'asa-fidelidade', name: 'Asa Fidelidade' }])
  await press('Tentar novamente')
  await settle()
  expect(partnerField().selectedOptions[0]?.text).toBe('Asa Fidelidade')
})

test('the approver of partner points reads the settings as sentences', async () => {
  await openAs(
    'approver',
    `/aprovacoes/${id}`,
    respond(campaigns.staffReviewCampaignsCall, [{ ...partnerCampaign, state: 'in_review', edited_by: [] }]),
  )
  expectText('Cada resgate troca de 500 a 10.000 pontos do parceiro, de 100 em 100.')
})
