// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  approveCampaignCall,
  changeCampaignCall,
  createCampaignCall,
  returnCampaignCall,
  staffListCampaignsCall,
  staffReviewCampaignsCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { answer, invalid, refusal } from '../testing/pretend-server.ts'
import { sampleId } from '../testing/samples.ts'
import { heading, linkTo, press, server, settle, type } from '../testing/screen-test.tsx'
import { staffSamples } from '../testing/staff-samples.ts'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign, identity, missing } = staffSamples
const id = campaign.campaign_id
const bia = sampleId(902)

const campaigns = (...list: StaffCampaign[]) => answer(staffListCampaignsCall, list)
const inReview = (...list: StaffCampaign[]) => answer(staffReviewCampaignsCall, list)
const sentTo = (call: Call) => server.bodiesOf(call).at(-1)

setUpStaffScreens()
beforeEach(() => server.declare(answer(staffListDocumentsCall, [])))

test('the campaign list shows state, missing items and period, and can be filtered', async () => {
  await openAs(
    'marketing',
    '/promocoes',
    campaigns(
      { ...campaign, missing, review_note: 'Falta o certificado.' },
      { ...campaign, campaign_id: sampleId(2), title: 'Natal no Ipê', state: 'active', stock: null },
      { ...campaign, campaign_id: sampleId(3), title: 'Páscoa', state: 'archived' },
    ),
  )
  expect(rows().slice(1)).toEqual([
    'Panetone da casa1007Compre e ganheRascunhoDevolvida · Faltam 2 itens01/12/2026 a 24/12/2026Restam 312 de 2.000',
    'Natal no Ipê1007Compre e ganheNo ar01/12/2026 a 24/12/2026–',
  ])
  fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'archived' } })
  expect(rows()[1]).toContain('Arquivada')
  fireEvent.change(screen.getByLabelText('Nome ou número'), { target: { value: 'natal' } })
  expect(screen.getByText('Nenhuma promoção corresponde ao filtro.')).toBeTruthy()
})

test('an empty campaign list offers to write the first campaign', async () => {
  await openAs('marketing', '/promocoes', campaigns())
  await press('Escrever a primeira')
  expect(heading()).toBe('Nova promoção')
})

test('the form of a new campaign shows validation errors, derives the slug from the title, and sends what was typed', async () => {
  await openAs(
    'marketing',
    '/promocoes/nova',
    campaigns(campaign),
    answer(createCampaignCall, refusal('campaigns.slug-taken'), campaign),
  )
  await press('Salvar rascunho')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(6)
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
  fireEvent.change(screen.getByLabelText('Tipo'), { target: { value: 'free_gifts' } })
  expect(screen.getByText(/pela Lei 5.768\/1971 só pode começar com certificado/)).toBeTruthy()
  await type('Nome', 'Páscoa no Ipê')
  expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe('pascoa-no-ipe')
  await type('Resumo', 'Um ovo.')
  await type('Descrição', 'Cadastre.')
  await type('Início', '2027-03-01T10:00')
  await type('Término', '2027-03-29T00:00')
  await type('A cada (valor em notas)', '40000')
  await press('Adicionar prêmio')
  await type('Nome do prêmio', 'Ovo de chocolate')
  await type('Quantidade', '500')
  await type('Valor de cada', '4990')
  expect(screen.getByText(/Valor total: R\$\s24\.950,00/)).toBeTruthy()
  await press('Salvar rascunho')
  expect(screen.getByText('Informe um número inteiro')).toBeTruthy()
  expect(sentTo(createCampaignCall)).toBeUndefined()
  await type('Participações que isso dá', '1')
  await press('Salvar rascunho')
  expect(screen.getByText('Já existe uma campanha com este endereço.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Endereço'))
  await type('Endereço', 'pascoa-2027')
  await type('Nome', 'Páscoa')
  expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe('pascoa-2027')
  await press('Salvar rascunho')
  expect(sentTo(createCampaignCall)).toEqual({
    kind: 'free_gifts',
    slug: 'pascoa-2027',
    title: 'Páscoa',
    summary: 'Um ovo.',
    description: 'Cadastre.',
    starts_at: '2027-03-01T13:00:00.000Z',
    ends_at: '2027-03-29T03:00:00.000Z',
    redeem_until: null,
    audience: { document_types: ['cpf'], minimum_age: null },
    spend_rule: { every_cents: 40_000, participations: 1 },
    stock_total: null,
    limit_per_customer: null,
    legal: {
      certificate_number: null,
      authority: null,
      prize_list: [{ title: 'Ovo de chocolate', quantity: 500, value_cents: 4990 }],
    },
    regulation_version: '1.0',
    terms_version: null,
    settings: {},
  })
  expect(heading()).toBe('Panetone da casa')
})

test('removing a prize keeps the others unchanged', async () => {
  const prize = (title: string) => ({ title, quantity: 1, value_cents: 100 })
  const legal = { ...campaign.legal, prize_list: ['Um', 'Dois', 'Três'].map(prize) }
  await openAs('marketing', `/promocoes/${id}/editar`, campaigns({ ...campaign, legal }))
  await press('Retirar o prêmio 2')
  const names = screen.getAllByLabelText<HTMLInputElement>('Nome do prêmio').map(({ value }) => value)
  expect(names).toEqual(['Um', 'Três'])
})

test('missing items of a campaign are listed with a link to fix each', async () => {
  await openAs('marketing', `/promocoes/${id}`, campaigns({ ...campaign, missing }))
  const items = within(screen.getByRole('list', { name: 'O que falta' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Regulamento: Publique esta versão do regulamento antes. Publicar',
    'Número do certificado: Informe o número do certificado de autorização. Preencher',
  ])
  expect(linkTo('Publicar')).toBe(
    '/equipe/documentos/novo?kind=promotion_regulation&scope=panetone-da-casa&version=1.0',
  )
  fireEvent.click(screen.getByRole('link', { name: 'Preencher' }))
  await settle()
  expect(heading()).toBe('Editar Panetone da casa')
  expect(document.activeElement).toBe(screen.getByLabelText('Número do certificado'))
})

test('a rejected submission shows one message and reloads the missing items', async () => {
  await openAs(
    'marketing',
    `/promocoes/${id}`,
    campaigns(campaign),
    answer(submitCampaignCall, invalid(...missing)),
  )
  expect(screen.getByText('Nada falta para a assinatura.')).toBeTruthy()
  server.declare(campaigns({ ...campaign, missing }))
  await press('Enviar para aprovação')
  expect(currentToast().message).toBe('Ainda falta algo: veja a lista nesta página.')
  expect(screen.getByText(/Informe o número do certificado de autorização\./)).toBeTruthy()
})

test('a returned draft shows the reason, and a campaign in review has no actions', async () => {
  await openAs('marketing', `/promocoes/${id}`, campaigns({ ...campaign, review_note: 'Falta a foto.' }))
  expect(screen.getByText('Falta a foto.')).toBeTruthy()
  cleanup()
  await openAs('marketing', `/promocoes/${id}`, campaigns({ ...campaign, state: 'in_review' }))
  expect(screen.getByText(/Espera a assinatura de uma segunda pessoa/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enviar para aprovação' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull()
})

test('pausing a campaign needs a second press, and a concurrent change shows a message', async () => {
  await openAs(
    'marketing',
    `/promocoes/${id}`,
    campaigns({ ...campaign, state: 'active' }),
    answer(changeCampaignCall, { ...campaign, state: 'paused' }, refusal('campaigns.wrong-state')),
  )
  expect(screen.getByText(/ou antes, quando o estoque acabar\./)).toBeTruthy()
  await press('Pausar')
  expect(sentTo(changeCampaignCall)).toBeUndefined()
  server.declare(campaigns({ ...campaign, state: 'paused' }))
  await press('Confirmar: pausar')
  expect(sentTo(changeCampaignCall)).toEqual({ campaign_id: id, event: 'pause' })
  expect(screen.getByText(/Pausada: saiu das listas dos clientes/)).toBeTruthy()
  await press('Encerrar')
  await press('Confirmar: encerrar de vez')
  expect(currentToast().message).toBe('A campanha não está mais neste estado. Atualize a página.')
})

test('the second person approves a campaign, or returns it with a reason', async () => {
  const waiting: StaffCampaign = { ...campaign, state: 'in_review', edited_by: [bia] }
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(waiting),
    answer(approveCampaignCall, { ...waiting, state: 'scheduled' }),
    answer(returnCampaignCall, waiting),
  )
  expect(screen.getByText('Pronta para você')).toBeTruthy()
  await press('Panetone da casa')
  expect(screen.getByText('1 pessoa')).toBeTruthy()
  await press('Devolver')
  await press('Devolver para quem escreveu')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  await type('O que precisa mudar?', ' Falta a foto. ')
  await press('Devolver para quem escreveu')
  expect(sentTo(returnCampaignCall)).toEqual({ campaign_id: id, reason: 'Falta a foto.' })
  expect(heading()).toBe('Aprovações')
  await press('Panetone da casa')
  await press('Aprovar')
  await press('Confirmar: aprovar')
  expect(sentTo(approveCampaignCall)).toEqual({ campaign_id: id })
  expect(currentToast().message).toBe('Promoção aprovada. Começa sozinha em 01/12/2026, 10:00.')
})

test('an author of a campaign cannot approve it, only return it', async () => {
  await openAs(
    'approver',
    `/aprovacoes/${id}`,
    inReview({ ...campaign, state: 'in_review', edited_by: [bia, identity.staff_id], is_kind_built: false }),
  )
  expect(screen.getByText(/Quem aprova é outra pessoa/)).toBeTruthy()
  expect(screen.getByText(/O tipo Compre e ganhe ainda não está disponível/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy()
})

test('a participation is reversed by its protocol, and an unknown one is an error under the field', async () => {
  await openAs(
    'approver',
    '/aprovacoes',
    inReview(),
    answer(reverseTransactionCall, refusal('campaigns.transaction-unknown')),
  )
  expect(screen.getByText('Nenhuma promoção espera assinatura. Bom trabalho!')).toBeTruthy()
  await press('Estornar participação')
  await type('Protocolo', '2026-000001-2')
  await type('Motivo', 'Pedido no balcão.')
  await press('Estornar')
  expect(screen.getByText('Protocolo inválido. Confira os números com o cliente.')).toBeTruthy()
  expect(sentTo(reverseTransactionCall)).toBeUndefined()
  // With a valid check digit.
  const protocol = '2026-000001-5'
  await type('Protocolo', protocol)
  await press('Estornar')
  expect(sentTo(reverseTransactionCall)).toEqual({ protocol, reason: 'Pedido no balcão.' })
  expect(screen.getByText('Participação não encontrada.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Protocolo'))
})
