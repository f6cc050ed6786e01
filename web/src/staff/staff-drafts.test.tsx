import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as campaigns from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import {
  previewDocumentCall,
  publishDocumentCall,
  staffListDocumentsCall,
} from '@clube/contract/consent/staff-calls.ts'
import { findCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import * as signIn from '@clube/contract/staff/sign-in-calls.ts'
import { refusal, respond, unanswered, unreachable } from '../testing/fake-server.ts'
import { sampleId, samples } from '../testing/samples.ts'
import {
  change,
  confirm,
  expectText,
  fieldValue,
  heading,
  press,
  server,
  type,
} from '../testing/screen-test.tsx'
import { campaign, customer, documents, identity, session } from '../testing/staff-samples.ts'
import { findPerson, open, openAs, pressKey, setUpStaffScreens } from '../testing/staff-screen.tsx'
import { setStaffSession } from './parts/staff-session.ts'

const id = campaign.campaign_id
const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('clube_draft/'))
const isRestored = () => screen.queryByText(/^Continuamos de onde você parou/) !== null
const list = (...all: StaffCampaign[]) => respond(campaigns.staffListCampaignsCall, all)
const openNew = () => openAs('marketing', '/promocoes/nova', list())

setUpStaffScreens()

test('an unsaved campaign is restored with its kind, link, period and prizes, and saving it erases the draft', async () => {
  await openNew()
  change('Tipo', 'event_tickets')
  await type('Nome', 'Páscoa no Ipê')
  await type('Link da página', 'pascoa-2027')
  await type('Início', '2027-03-01T10:00')
  await type('Término', '2027-03-29T00:00')
  await press('Adicionar prêmio')
  await type('Nome do prêmio', 'Ovo de chocolate')
  cleanup()
  await openNew()
  expect(isRestored()).toBe(true)
  expect(['Tipo', 'Nome', 'Link da página', 'Início', 'Término', 'Nome do prêmio'].map(fieldValue)).toEqual([
    'event_tickets',
    'Páscoa no Ipê',
    'pascoa-2027',
    '2027-03-01T10:00',
    '2027-03-29T00:00',
    'Ovo de chocolate',
  ])
  // The link that was typed does not follow the title.
  await type('Nome', 'Páscoa')
  expect(fieldValue('Link da página')).toBe('pascoa-2027')
  await press('Retirar o prêmio 1')
  await type('Resumo', 'Um ovo.')
  await type('Descrição', 'Cadastre.')
  server.respond(campaigns.createCampaignCall, campaign)
  await press('Salvar rascunho')
  expect(server.bodiesOf(campaigns.createCampaignCall)).toHaveLength(1)
  expect(draftKeys()).toEqual([])
})

test('a stored campaign is edited from its latest values, with the fields changed in this browser', async () => {
  const open = (changes: Partial<StaffCampaign>) =>
    openAs('marketing', `/promocoes/${id}/editar`, list({ ...campaign, ...changes }))
  await open({})
  await type('Resumo', 'Meu resumo.')
  cleanup()
  await open({ title: 'Panetone da vovó', summary: 'De outra pessoa.' })
  expect([fieldValue('Nome'), fieldValue('Resumo')]).toEqual(['Panetone da vovó', 'Meu resumo.'])
})

test.each([
  '{"legal.prize_list":1000000000}',
  '{"legal.prize_list":1,"legal.prize_list.0.title":{}}',
  '{"audience.document_types":["rg"]}',
  '{"audience.document_types":"cpf"}',
  '{"Title":"x"}',
])('a campaign draft with hostile content is not restored: %s', async (values) => {
  const expires_at = Date.now() + 60_000
  const key = `clube_draft/staff/${identity.staff_id}/campaign/new`
  localStorage.setItem(key, `{"expires_at":${expires_at},"values":${values}}`)
  await openNew()
  expect(heading()).toBe('Nova promoção')
  expect([isRestored(), draftKeys()]).toEqual([false, []])
})

test('the text of a regulation is kept per campaign, even when publishing it is refused', async () => {
  const open = (scope: string) =>
    openAs(
      'marketing',
      `/documentos/novo?kind=promotion_regulation&scope=${scope}&version=2.0`,
      respond(campaigns.staffListCampaignsCall, refusal('session.not-allowed')),
      respond(previewDocumentCall, unanswered),
    )
  await open('natal-no-ipe')
  await type('Texto', 'A participação é gratuita.')
  cleanup()
  await open('pascoa')
  expect([fieldValue('Texto'), isRestored()]).toEqual(['', false])
  cleanup()
  await open('natal-no-ipe')
  expect([fieldValue('Texto'), isRestored()]).toEqual(['A participação é gratuita.', true])
  server.respond(publishDocumentCall, refusal('consent.version-taken'))
  await press('Publicar')
  await type('Para confirmar, digite 2.0', '2.0')
  await confirm('Confirmar: publicar')
  expect(draftKeys()).toHaveLength(1)
})

test('a receipt typed for a person at the service desk is restored for this person only, and a comparison with the submitted one does not erase it', async () => {
  const find = async (customer_id: string) => {
    await openAs(
      'attendant',
      '/balcao',
      respond(findCustomerCall, { customer: { ...customer, customer_id } }),
      respond(searchCustomersCall, { kind: 'found', people: [] }),
    )
    await findPerson('Pessoa')
  }
  await find(customer.customer_id)
  await type('Valor total da nota', '12345')
  cleanup()
  await find(sampleId(77))
  expect(fieldValue('Valor total da nota')).toBe('')
  cleanup()
  await find(customer.customer_id)
  expect(fieldValue('Valor total da nota')).toMatch(/123,45$/)
  await type('Chave de acesso', samples.receipt.receipt_key)
  await type('Data da compra', '20/11/2026')
  expectText(/1 dia ou até você sair/)
  const stated = { shop_name: 'Padaria', amount_cents: 999, issued_on: '2026-11-20' }
  const pending = { state: 'pending_review', points: 0 } as const
  server.respond(registerAtDeskCall, { kind: 'differs', ...stated, ...pending, review_reasons: [] })
  await press('Cadastrar nota')
  expect(draftKeys()).toHaveLength(1)
  const decided = { state: 'approved', shop_name: 'Padaria', points: 123 } as const
  server.respond(registerAtDeskCall, { kind: 'decided', ...decided, review_reasons: [] })
  await press('Cadastrar com os dados da nota impressa')
  expect([fieldValue('Valor total da nota'), isRestored(), draftKeys()]).toEqual(['', false, []])
})

test('the reason for returning a campaign is restored when its dialog opens again', async () => {
  const waiting: StaffCampaign = { ...campaign, state: 'in_review', edited_by: [sampleId(902)] }
  const open = async () => {
    await openAs('approver', `/aprovacoes/${id}`, respond(campaigns.staffReviewCampaignsCall, [waiting]))
    await press('Devolver')
  }
  await open()
  await type('O que precisa mudar?', 'Falta a foto.')
  cleanup()
  await open()
  expect(fieldValue('O que precisa mudar?')).toBe('Falta a foto.')
  server.respond(campaigns.returnCampaignCall, waiting)
  await press('Devolver para quem escreveu')
  expect(draftKeys()).toEqual([])
})

const publishedRegulation = {
  ...documents[0],
  kind: 'promotion_regulation',
  scope: campaign.slug,
  version: '2.0',
  state: 'pending',
} as const

test.each<[form: string, field: string, typed: string, open: () => Promise<void>]>([
  [
    'a new session of an event',
    'Local',
    'Teatro do piso L3',
    async () => {
      await openAs('marketing', '/eventos')
      await pressKey('n')
    },
  ],
  [
    'a changed session',
    'Local',
    'Teatro do piso L3',
    async () => {
      await openAs('marketing', `/eventos/${session.session_id}`)
      await pressKey('e')
    },
  ],
  [
    'the cancellation of a session',
    'Motivo',
    'Chuva forte.',
    async () => {
      await openAs('marketing', `/eventos/${session.session_id}`)
      await press('Cancelar sessão')
    },
  ],
  [
    'a points adjustment',
    'Pontos',
    '250',
    async () => {
      await openAs('approver', '/pontos')
      await findPerson()
    },
  ],
  [
    'a corrected name',
    'Nome como no documento',
    'Maria Aparecida da Silva',
    async () => {
      await openAs(
        'attendant',
        '/balcao',
        respond(findCustomerCall, { customer }),
        respond(searchCustomersCall, { kind: 'found', people: [] }),
      )
      await findPerson('Pessoa')
      await press('Corrigir nome ou nascimento')
    },
  ],
  [
    'the proposal of a new regulation',
    'Autorização da mudança',
    'Processo 77/2026',
    () =>
      openAs(
        'marketing',
        `/promocoes/${id}`,
        list({ ...campaign, state: 'active', kind: 'free_gifts', regulation_version: '1.0' }),
        respond(staffListDocumentsCall, [publishedRegulation]),
      ),
  ],
  [
    'the reversal of a participation',
    'Motivo',
    'Pedido no balcão.',
    async () => {
      await openAs('approver', '/aprovacoes', respond(campaigns.staffReviewCampaignsCall, []))
      await press('Estornar participação')
    },
  ],
])('%s is restored after a reload', async (_form, field, typed, open) => {
  await open()
  await type(field, typed)
  cleanup()
  await open()
  expect([fieldValue(field), isRestored()]).toEqual([typed, true])
})

test('after an expired staff session, signing in again continues at the same form with its draft', async () => {
  await openNew()
  await type('Nome', 'Páscoa no Ipê')
  change('Tipo', 'event_tickets')
  await type('Resumo', 'Um ovo.')
  await type('Descrição', 'Cadastre.')
  await type('Início', '2027-03-01T10:00')
  await type('Término', '2027-03-29T00:00')
  server.respond(campaigns.createCampaignCall, refusal('session.required'))
  await press('Salvar rascunho')
  expectText('Sua sessão terminou. Entre novamente para continuar.')
  server.respond(signIn.staffSignInCall, { next: 'code' })
  server.respond(signIn.staffConfirmCodeCall, { ...identity, roles: ['marketing'] })
  await type('E-mail', 'isabel@exemplo.com.br')
  await type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  await type('Código do aplicativo', '123456')
  expect([heading(), fieldValue('Nome'), isRestored()]).toEqual(['Nova promoção', 'Páscoa no Ipê', true])
})

test('after an expired staff session, signing in again continues with the person at the service desk and their typed receipt', async () => {
  await openAs('attendant', '/balcao', respond(findCustomerCall, { customer }))
  await findPerson('Pessoa')
  await type('Chave de acesso', samples.receipt.receipt_key)
  await type('Valor total da nota', '12345')
  await type('Data da compra', '20/11/2026')
  server.respond(registerAtDeskCall, refusal('session.required'))
  await press('Cadastrar nota')
  expectText('Sua sessão terminou. Entre novamente para continuar.')
  server.respond(signIn.staffSignInCall, { next: 'code' })
  server.respond(signIn.staffConfirmCodeCall, { ...identity, roles: ['attendant'] })
  await type('E-mail', 'isabel@exemplo.com.br')
  await type('Senha', 'Chave-da-Casa-99')
  await press('Continuar')
  await type('Código do aplicativo', '123456')
  expect(screen.getByRole('heading', { name: 'Maria da Silva' })).toBeTruthy()
  expect([fieldValue('Valor total da nota'), isRestored()]).toEqual([expect.stringMatching(/123,45$/), true])
})

test('signing out erases the drafts of a staff member, and so does the sign-in of another member', async () => {
  await openNew()
  await type('Nome', 'Páscoa no Ipê')
  server.respond(signIn.staffSignOutCall, unreachable)
  await press('Sair')
  expect(draftKeys()).toHaveLength(1)
  server.respond(signIn.staffSignOutCall, {})
  await press('Sair')
  expect([heading(), draftKeys()]).toEqual(['Entrada da equipe', []])
  cleanup()
  await openNew()
  await type('Nome', 'Páscoa no Ipê')
  expect(draftKeys()).toHaveLength(1)
  cleanup()
  setStaffSession({
    kind: 'signedIn',
    identity: { ...identity, staff_id: sampleId(903), roles: ['marketing'] },
  })
  await open('/promocoes/nova', list())
  expect(draftKeys()).toEqual([])
})
