// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import {
  bodiesTo,
  heading,
  open,
  press,
  refused,
  rows,
  server,
  settle,
  signIn,
  success,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const own = 'ana'
const campaign = {
  campaign_id: id,
  cd_identificador: 1007,
  slug: 'panetone-da-casa',
  kind: 'free_gifts',
  title: 'Panetone da casa',
  summary: 'A cada R$ 400 em notas, 1 panetone.',
  description: 'Cadastre as suas notas.\n\nLimite de 2 por pessoa.',
  state: 'draft',
  starts_at: '2026-12-01T13:00:00.000Z',
  ends_at: '2026-12-25T03:00:00.000Z',
  redeem_until: null,
  stock: { total: 2000, remaining: 312 },
  stock_total: 2000,
  audience: { document_types: ['cpf'], minimum_age: 18 },
  spend_rule: { every_cents: 40_000, participations: 1 },
  limit_per_customer: 2,
  legal: { certificate_number: null, authority: 'SPA/MF', prize_list: [] },
  regulation_version: '1.0',
  terms_version: null,
  settings: {},
  updated_at: '2026-11-21T12:00:00.000Z',
  edited_by: [own],
  review_note: null as string | null,
  approved_by: null,
  missing: [] as { path: string; message: string }[],
  is_kind_built: true,
}
const missing = [
  { path: 'regulation_version', message: 'Publique esta versão do regulamento antes.' },
  { path: 'legal.certificate_number', message: 'Informe o número do certificado de autorização.' },
]

/** The desks before a server that answers with these, by path. */
const show = (path: string, role: Role, answers: Record<string, unknown>) => {
  server.answers = answers
  signIn({ staff_id: own, name: 'Ana', roles: [role] })
  return open(path)
}
const sentTo = (path: string) => bodiesTo(path).at(-1)
const all = '/api/staff/campaign'
const review = '/api/staff/campaign/review'

setUpStaffScreens()

test('the list tells state in words, what is missing, and filters', async () => {
  const others = [
    { ...campaign, missing, review_note: 'Falta o certificado.' },
    { ...campaign, campaign_id: 'b', title: 'Natal no Ipê', state: 'active', stock: null },
    { ...campaign, campaign_id: 'c', title: 'Páscoa', state: 'archived' },
  ]
  await show('/promocoes', 'marketing', { [all]: success(others) })
  expect(rows().slice(1)).toEqual([
    'Panetone da casa1007Compre e ganheRascunhoDevolvida · Faltam 2 itens01/12/2026 a 24/12/2026Restam 312 de 2.000',
    'Natal no Ipê1007Compre e ganheNo ar01/12/2026 a 24/12/2026–',
  ])
  fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'archived' } })
  expect(rows()[1]).toContain('Arquivada')
  fireEvent.change(screen.getByLabelText('Nome ou número'), { target: { value: 'natal' } })
  expect(screen.getByText('Nenhuma promoção corresponde ao filtro.')).toBeTruthy()
})

test('nothing written yet invites to write the first', async () => {
  await show('/promocoes', 'marketing', { [all]: success([]) })
  await press('Escrever a primeira')
  expect(heading()).toBe('Nova promoção')
})

test('a new promotion says what it needs, follows its title with its address, and is stored as it was written', async () => {
  const create = '/api/staff/campaign/create'
  await show('/promocoes/nova', 'marketing', {
    [all]: success([campaign]),
    [create]: refused(409, 'campaigns.slug-taken', 'Já existe.', [
      { path: 'slug', message: 'Já existe uma campanha com este endereço.' },
    ]),
  })
  await press('Salvar rascunho')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(6)
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
  fireEvent.change(screen.getByLabelText('Tipo'), { target: { value: 'free_gifts' } })
  expect(screen.getByText(/pela Lei 5.768\/1971 só pode começar com certificado/)).toBeTruthy()
  type('Nome', 'Páscoa no Ipê')
  expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe('pascoa-no-ipe')
  type('Resumo', 'Um ovo.')
  type('Descrição', 'Cadastre.')
  type('Início', '2027-03-01T10:00')
  type('Término', '2027-03-29T00:00')
  type('A cada (valor em notas)', '40000')
  await press('Adicionar prêmio')
  type('Nome do prêmio', 'Ovo de chocolate')
  type('Quantidade', '500')
  type('Valor de cada', '4990')
  expect(screen.getByText(/Valor total: R\$\s24\.950,00/)).toBeTruthy()
  await press('Salvar rascunho')
  expect(screen.getByText('Informe um número inteiro')).toBeTruthy()
  expect(sentTo(create)).toBeUndefined()
  type('Participações que isso dá', '1')
  await press('Salvar rascunho')
  expect(screen.getByText('Já existe uma campanha com este endereço.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Endereço'))
  type('Endereço', 'pascoa-2027')
  type('Nome', 'Páscoa')
  expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe('pascoa-2027')
  server.answers[create] = success(campaign)
  await press('Salvar rascunho')
  expect(sentTo(create)).toEqual({
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

test('a prize taken out leaves the others as they were', async () => {
  const prize = (title: string) => ({ title, quantity: 1, value_cents: 100 })
  const legal = { ...campaign.legal, prize_list: ['Um', 'Dois', 'Três'].map(prize) }
  await show(`/promocoes/${id}/editar`, 'marketing', { [all]: success([{ ...campaign, legal }]) })
  await press('Retirar o prêmio 2')
  expect(screen.getAllByLabelText<HTMLInputElement>('Nome do prêmio').map(({ value }) => value)).toEqual([
    'Um',
    'Três',
  ])
})

test('what is missing stands on the page, each with the way to put it right', async () => {
  await show(`/promocoes/${id}`, 'marketing', { [all]: success([{ ...campaign, missing }]) })
  const items = within(screen.getByRole('list', { name: 'O que falta' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Regulamento: Publique esta versão do regulamento antes. Publicar',
    'Número do certificado: Informe o número do certificado de autorização. Preencher',
  ])
  expect(screen.getByRole('link', { name: 'Publicar' }).getAttribute('href')).toBe(
    '/equipe/documentos/novo?kind=promotion_regulation&scope=panetone-da-casa&version=1.0',
  )
  fireEvent.click(screen.getByRole('link', { name: 'Preencher' }))
  await settle()
  expect(heading()).toBe('Editar Panetone da casa')
  expect(document.activeElement).toBe(screen.getByLabelText('Número do certificado'))
})

test('a refused submission keeps one sentence and shows the list that the server sees now', async () => {
  const submit = '/api/staff/campaign/submit'
  await show(`/promocoes/${id}`, 'marketing', {
    [all]: success([campaign]),
    [submit]: refused(422, '', 'Verifique os dados informados!', missing),
  })
  expect(screen.getByText('Nada falta para a assinatura.')).toBeTruthy()
  server.answers[all] = success([{ ...campaign, missing }])
  await press('Enviar para aprovação')
  expect(currentToast().message).toBe('Ainda falta algo: veja a lista nesta página.')
  expect(screen.getByText(/Informe o número do certificado de autorização\./)).toBeTruthy()
})

test('a returned draft shows the reason; one in review can only wait', async () => {
  const returned = { ...campaign, review_note: 'Falta a foto.' }
  await show(`/promocoes/${id}`, 'marketing', { [all]: success([returned]) })
  expect(screen.getByText('Falta a foto.')).toBeTruthy()
  cleanup()
  await show(`/promocoes/${id}`, 'marketing', { [all]: success([{ ...campaign, state: 'in_review' }]) })
  expect(screen.getByText(/Espera a assinatura de uma segunda pessoa/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enviar para aprovação' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull()
})

test('a campaign is stopped by a second press, and a lost race is told', async () => {
  const change = '/api/staff/campaign/change'
  await show(`/promocoes/${id}`, 'marketing', {
    [all]: success([{ ...campaign, state: 'active' }]),
    [change]: success({ ...campaign, state: 'paused' }),
  })
  expect(screen.getByText(/ou antes, quando o estoque acabar\./)).toBeTruthy()
  await press('Pausar')
  expect(sentTo(change)).toBeUndefined()
  server.answers[all] = success([{ ...campaign, state: 'paused' }])
  await press('Confirmar: pausar')
  expect(sentTo(change)).toEqual({ campaign_id: id, event: 'pause' })
  expect(screen.getByText(/Pausada: saiu das listas dos clientes/)).toBeTruthy()
  const message = 'A campanha não está mais neste estado. Atualize a página.'
  server.answers[change] = refused(409, 'campaigns.wrong-state', message)
  await press('Encerrar')
  await press('Confirmar: encerrar de vez')
  expect(currentToast().message).toBe(message)
})

test('the second person approves, or sends back with a reason', async () => {
  const waiting = { ...campaign, state: 'in_review', edited_by: ['bia'] }
  const approve = '/api/staff/campaign/approve'
  const back = '/api/staff/campaign/return'
  await show('/aprovacoes', 'approver', {
    [review]: success([waiting]),
    [approve]: success({ ...waiting, state: 'scheduled' }),
    [back]: success(waiting),
  })
  expect(screen.getByText('Pronta para você')).toBeTruthy()
  await press('Panetone da casa')
  expect(screen.getByText('1 pessoa')).toBeTruthy()
  await press('Devolver')
  await press('Devolver para quem escreveu')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  type('O que precisa mudar?', ' Falta a foto. ')
  await press('Devolver para quem escreveu')
  expect(sentTo(back)).toEqual({ campaign_id: id, reason: 'Falta a foto.' })
  expect(heading()).toBe('Aprovações')
  await press('Panetone da casa')
  await press('Aprovar')
  await press('Confirmar: aprovar')
  expect(sentTo(approve)).toEqual({ campaign_id: id })
  expect(currentToast().message).toBe('Promoção aprovada. Começa sozinha em 01/12/2026, 10:00.')
})

test('who wrote any of it has no button for the signature, only for sending it back', async () => {
  const waiting = { ...campaign, state: 'in_review', edited_by: ['bia', own], is_kind_built: false }
  await show(`/aprovacoes/${id}`, 'approver', { [review]: success([waiting]) })
  expect(screen.getByText(/Quem aprova é outra pessoa/)).toBeTruthy()
  expect(screen.getByText(/O tipo Compre e ganhe ainda não está disponível/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy()
})

test('a participation is taken back by its protocol; what the server refuses stands under it', async () => {
  const reverse = '/api/staff/transaction/reverse'
  const unknown = 'Participação não encontrada.'
  await show('/aprovacoes', 'approver', {
    [review]: success([]),
    [reverse]: refused(404, 'campaigns.transaction-unknown', unknown, [
      { path: 'protocol', message: unknown },
    ]),
  })
  expect(screen.getByText('Nenhuma promoção espera assinatura. Bom trabalho!')).toBeTruthy()
  await press('Estornar participação')
  type('Protocolo', '2026-000001-2')
  type('Motivo', 'Pedido no balcão.')
  await press('Estornar')
  expect(screen.getByText('Protocolo inválido. Confira os números com o cliente.')).toBeTruthy()
  expect(sentTo(reverse)).toBeUndefined()
  type('Protocolo', protocol)
  await press('Estornar')
  expect(sentTo(reverse)).toEqual({ protocol, reason: 'Pedido no balcão.' })
  expect(screen.getByText(unknown)).toBeTruthy()
})

/** A protocol whose check digit is right. */
const protocol = '2026-000001-5'
