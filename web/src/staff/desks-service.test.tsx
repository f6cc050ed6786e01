import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as participations from '@clube/contract/campaigns/desk-calls.ts'
import { deskCancelDeletionCall, deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import * as desk from '@clube/contract/recovery/desk-calls.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import * as corrections from '@clube/contract/service-desk/correction-calls.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall, resendReceiptMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import { refusal, respond, type DeclaredResponse } from '../testing/fake-server.ts'
import { sampleId, samples } from '../testing/samples.ts'
import {
  confirm,
  answerYes,
  expectText,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import {
  account,
  correction,
  customer,
  customerHistory,
  foundPeople,
  receipt,
  request,
  session,
  unconfirmedCode,
} from '../testing/staff-samples.ts'
import { findPerson, openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { customer_id } = customer

/** Opens the service desk and finds this person. */
const find = async (found: desk.DeskCustomer | null, ...responses: DeclaredResponse[]) => {
  await openAs(
    'attendant',
    '/balcao',
    respond(desk.findCustomerCall, { customer: found }),
    respond(searchCustomersCall, { kind: 'found', people: [] }),
    ...responses,
  )
  await findPerson('Pessoa')
}
const dialog = () => screen.getByRole('dialog', { name: 'Pedir a exclusão da conta' })

setUpStaffScreens()

test('the service desk finds a person by document, requires the checklist, and shows the code once', async () => {
  await find(
    customer,
    respond(desk.issueDeskCodeCall, { code: '989759', expires_at: '2026-11-21T12:45:00Z' }),
  )
  expectText('***.982.247-**')
  await press('Emitir código')
  expectText('Só é possível emitir ou confirmar o código quando todos os itens conferem.')
  answerYes()
  await press('Emitir código')
  expectText('989759')
  await press('Pronto, próxima pessoa')
  expect(screen.queryByText('989759')).toBeNull()
})

test('a code issued by another attendant is confirmed by its id, with its issuer shown and a checklist', async () => {
  await find({ ...customer, unconfirmed_code: unconfirmedCode }, respond(desk.confirmDeskCodeCall, {}))
  expectText(/^Rui Nogueira emitiu um código para este cadastro/)
  expectText(/o código só vale depois da sua confirmação/)
  expect(screen.queryByRole('button', { name: 'Emitir outro código' })).toBeNull()
  await press('Confirmar código')
  expect(server.bodiesOf(desk.confirmDeskCodeCall)).toEqual([])
  answerYes()
  await press('Confirmar código')
  const checklist = {
    original_document: 'yes',
    face_matches: 'yes',
    data_matches: 'yes',
    code_received: 'yes',
  }
  expect(server.bodiesOf(desk.confirmDeskCodeCall)).toEqual([{ code_id: unconfirmedCode.code_id, checklist }])
  expect(currentToast().message).toBe('Código confirmado.')
  expect(screen.queryByText('Maria da Silva')).toBeNull()
})

test('the attendant who issued a code cannot confirm it', async () => {
  await find({ ...customer, unconfirmed_code: { ...unconfirmedCode, is_mine: true } })
  expectText('O código que você emitiu espera a confirmação de outra pessoa do balcão.')
  expect(screen.queryByRole('button', { name: 'Confirmar código' })).toBeNull()
})

test.each<[desk.DeskCustomer | null, string]>([
  [null, 'Não há cadastro com este documento. A pessoa pode se cadastrar pelo site.'],
  [
    { ...customer, account_status: 'incomplete' },
    'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
  ],
  [{ ...customer, account_status: 'blocked' }, 'Esta conta está bloqueada: encaminhe à segurança da conta.'],
])('a person without an active account gets no code: %j', async (found, message) => {
  await find(found)
  expectText(message)
  expect(screen.queryByRole('button', { name: 'Emitir código' })).toBeNull()
})

test('opening a participation at the service desk requires confirmation and shows its protocol', async () => {
  const campaign: participations.DeskCampaign = { ...samples.campaign, reasons: [], open: null }
  const forCompanies = { ...campaign, campaign_id: sampleId(2), reasons: ['Promoção exclusiva para CNPJ.'] }
  await find(
    customer,
    respond(participations.deskCampaignsCall, [campaign, forCompanies]),
    respond(participations.startAtDeskCall, samples.participation),
  )
  expect(server.requestsOf(participations.deskCampaignsCall)).toEqual([])
  await press('Ver promoções')
  expectText('Promoção exclusiva para CNPJ.')
  expect(screen.getAllByRole('button', { name: 'Abrir participação' })).toHaveLength(1)
  await press('Abrir participação')
  await confirm(`Confirmar: abrir em ${campaign.title}`)
  const { campaign_id, kind } = campaign
  expect(server.bodiesOf(participations.startAtDeskCall)[0]).toEqual({ customer_id, campaign_id, kind })
  expectText('2026-000123-4')
  expect(document.activeElement?.textContent).toBe(campaign.title)
  await press('Continuar com esta pessoa')
  expect(screen.queryByText('2026-000123-4')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Maria da Silva')
})

test('requesting an account’s deletion requires every check and a reason, and shows the date', async () => {
  await find(customer, respond(deskRequestDeletionCall, { deletes_at: '2026-12-21T15:00:00Z' }))
  await press('Pedir exclusão')
  await press('Registrar pedido')
  expect(within(dialog()).getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(within(dialog()).getByLabelText('A própria pessoa pediu no balcão'))
  await press('Registrar pedido')
  expect(
    within(dialog()).getByText('Só é possível registrar o pedido quando todos os itens conferem.'),
  ).toBeTruthy()
  // The question in the dialog, not one of the page behind it.
  expect(dialog().contains(document.activeElement)).toBe(true)
  expect(server.bodiesOf(deskRequestDeletionCall)).toEqual([])
  answerYes(dialog())
  await press('Registrar pedido')
  expect(server.bodiesOf(deskRequestDeletionCall)).toEqual([
    {
      customer_id,
      checklist: { original_document: 'yes', holder_or_representative: 'yes', understands_deletion: 'yes' },
      reason: 'own_request',
    },
  ])
  expect(currentToast().message).toMatch(/^Pedido de exclusão registrado\. Os dados serão apagados em 21/)
  expect(screen.queryByText('Maria da Silva')).toBeNull()
})

test('cancelling a deletion request requires confirmation', async () => {
  await find({ ...customer, account_status: 'deletion_pending' }, respond(deskCancelDeletionCall, {}))
  expect(screen.queryByRole('button', { name: 'Pedir exclusão' })).toBeNull()
  await press('Cancelar o pedido de exclusão')
  expect(server.bodiesOf(deskCancelDeletionCall)).toEqual([])
  await confirm('Confirmar: cancelar o pedido')
  expect(server.bodiesOf(deskCancelDeletionCall)).toEqual([{ customer_id }])
  expect(currentToast().message).toBe('Pedido de exclusão cancelado.')
})

test('the deletion of a blocked account cannot be requested at the desk', async () => {
  await find({ ...customer, account_status: 'blocked' })
  expect(screen.queryByRole('heading', { name: 'Exclusão da conta' })).toBeNull()
})

test('a service desk search by name lists people with masked data, and opens the chosen one', async () => {
  await openAs('attendant', '/balcao')
  await findPerson('Pessoa', 'maria da silva')
  expect(server.bodiesOf(searchCustomersCall)).toEqual([{ text: 'maria da silva' }])
  expect(rows()[1]).toBe('Maria da Silva***.982.247-**(11) *****-4321ma***@e***.br')
  expect(server.requestsOf(desk.openCustomerCall)).toEqual([])
  await press('Maria da Silva')
  expect(server.bodiesOf(desk.openCustomerCall)).toEqual([{ customer_id }])
  expect(screen.getByRole('heading', { name: 'Maria da Silva' })).toBeTruthy()
  expect(screen.queryByText('Pessoas encontradas')).toBeNull()
})

const waiting = {
  customer_id,
  proposed_by: 'Rui Nogueira',
  is_mine: false,
  expires_at: '2026-11-22T15:00:00Z',
}

test('corrections that wait for a second attendant are listed before a search, and open at the correction', async () => {
  await openAs(
    'attendant',
    '/balcao',
    respond(corrections.listCorrectionsCall, [waiting]),
    respond(corrections.readCorrectionCall, { correction }),
  )
  expect(rows()[1]).toBe('Rui Nogueira22/11/2026, 12:00')
  await press('Rui Nogueira')
  expect(server.bodiesOf(desk.openCustomerCall)).toEqual([{ customer_id }])
  expect(screen.queryByText('Correções que esperam a segunda pessoa')).toBeNull()
  expectText(/^Rui Nogueira pediu esta correção/)
  expect(screen.getByRole('button', { name: 'Confirmar correção' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Correção de dados')
})

test('the result of a search by document shows that a correction is waiting, with a link to it', async () => {
  await find(
    customer,
    respond(corrections.listCorrectionsCall, [waiting]),
    respond(corrections.readCorrectionCall, { correction }),
  )
  expect(server.requestsOf(corrections.readCorrectionCall)).toEqual([])
  fireEvent.click(screen.getByRole('link', { name: 'Ver a correção' }))
  await settle()
  expectText(/^Rui Nogueira pediu esta correção/)
  // The search has already loaded the person.
  expect(server.requestsOf(desk.openCustomerCall)).toEqual([])
})

test('the path contains only the id of the person being served, and the browser’s Back returns to the results', async () => {
  await openAs('attendant', '/balcao')
  await findPerson('Pessoa', 'maria da silva')
  await press('Maria da Silva')
  expect(location.pathname + location.search).toBe(`/equipe/balcao/${customer_id}`)
  history.back()
  await vi.waitFor(() => expectText('Pessoas encontradas'))
  expect(server.requestsOf(searchCustomersCall)).toHaveLength(1)
})

test('a service desk search with invalid text removes the result of the previous search', async () => {
  await openAs('attendant', '/balcao')
  await findPerson('Pessoa', 'maria da silva')
  await findPerson('Pessoa', '11 98765')
  expect(screen.queryByText('Pessoas encontradas')).toBeNull()
})

test('the search shortcut types nothing into an empty search field, but its character into one that contains text', async () => {
  await openAs('attendant', '/balcao')
  const field = screen.getByLabelText('Pessoa')
  expect(document.activeElement).toBe(field)
  // `false` if the key was handled, so that the browser does not type it.
  expect(fireEvent.keyDown(field, { key: '/' })).toBe(false)
  await type('Pessoa', '2026')
  expect(fireEvent.keyDown(field, { key: '/' })).toBe(true)
})

test('the focus at the service desk follows the result: the first person found, the opened person, and the loaded history', async () => {
  await openAs('attendant', '/balcao')
  await findPerson('Pessoa', 'maria da silva')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Maria da Silva'))
  await press('Maria da Silva')
  expect(document.activeElement?.tagName).toBe('H2')
  await press('Ver histórico')
  expect(document.activeElement?.textContent).toBe('Histórico')
})

test('the digits of a CPF without an account are also looked up as a cellphone number', async () => {
  await openAs('attendant', '/balcao', respond(desk.findCustomerCall, { customer: null }))
  await findPerson('Pessoa', '52998224725')
  expect(server.bodiesOf(desk.findCustomerCall)).toEqual([{ document_id: '52998224725' }])
  expect(server.bodiesOf(searchCustomersCall)).toEqual([{ text: '52998224725' }])
  expect(rows()).toHaveLength(foundPeople.length + 1)
})

test.each([
  ['Maria', 'Digite nome e sobrenome, celular com DDD, e-mail, documento ou protocolo com os traços.'],
  ['111.111.111-11', 'CPF inválido!'],
])('the service desk’s search rejects %j with an error on its field', async (text, message) => {
  await openAs('attendant', '/balcao')
  await findPerson('Pessoa', text)
  expectText(message)
  expect(server.requestsOf(searchCustomersCall)).toEqual([])
})

test('a search for a name that too many people have can be narrowed by the birth date', async () => {
  await openAs('attendant', '/balcao', respond(searchCustomersCall, { kind: 'too-many' }))
  await findPerson('Pessoa', 'Maria da Silva')
  expectText(/^Mais de 10 pessoas têm este nome/)
  server.declare(respond(searchCustomersCall, { kind: 'found', people: foundPeople }))
  await type('Data de nascimento', '14051986')
  await press('Procurar')
  expect(server.bodiesOf(searchCustomersCall)[1]).toEqual({
    text: 'Maria da Silva',
    birth_date: '14/05/1986',
  })
  expectText('Pessoas encontradas')
})

test('a customer’s history is loaded only when it is requested', async () => {
  await find(customer)
  expect(server.requestsOf(readHistoryCall)).toEqual([])
  await press('Ver histórico')
  expect(server.bodiesOf(readHistoryCall)).toEqual([{ customer_id }])
  for (const [name, count] of [
    ['Movimentos de pontos, do mais novo ao mais antigo', customerHistory.statement.length],
    ['Notas fiscais, da mais nova à mais antiga', 2],
    ['Participações, da mais nova à mais antiga', 1],
    ['Mensagens, da mais nova à mais antiga', 2],
  ] as const)
    expect(within(screen.getByRole('table', { name })).getAllByRole('row')).toHaveLength(count + 1)
  expectText('Recusada: O valor informado é diferente do valor da nota.')
  expectText('Não enviada: limite de mensagens')
})

test('the customer’s page opens by its link and shows only what the role permits', async () => {
  await openAs('approver', `/clientes/${customer_id}`)
  expect(server.bodiesOf(desk.openCustomerCall)).toEqual([{ customer_id }])
  expectText('Maria da Silva')
  expect(screen.getByRole('button', { name: 'Ver histórico' })).toBeTruthy()
  for (const name of ['Emitir código', 'Ver promoções', 'Cadastrar nota', 'Pedir exclusão'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the link to a participation loads the history, with the participation first', async () => {
  const [participation] = customerHistory.participations
  if (!participation) throw new Error('The sample has no participation')
  const { transaction_id, protocol } = participation
  await openAs(
    'approver',
    `/clientes/${customer_id}?participacao=${transaction_id}`,
    respond(readHistoryCall, { ...customerHistory, participations: [], participation }),
  )
  expect(server.bodiesOf(readHistoryCall)).toEqual([{ customer_id, transaction_id }])
  expect(
    within(screen.getByRole('table', { name: `A participação ${protocol}` })).getAllByRole('row'),
  ).toHaveLength(2)
  expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toContain(protocol)
  expect(document.activeElement?.textContent).toBe('Histórico')
})

test('a role without the permission cannot open the customer’s page', async () => {
  await openAs('validator', `/clientes/${customer_id}`)
  expect(screen.getByRole('heading', { name: 'Sem permissão' })).toBeTruthy()
  expect(server.requestsOf(desk.openCustomerCall)).toEqual([])
})

const correctionChecklist = { original_document: 'yes', face_matches: 'yes', correction_matches: 'yes' }
const correctionPanel = () => screen.getByRole('region', { name: 'Correção de dados' })

test('a correction is proposed only when every check is confirmed, and then waits for another attendant', async () => {
  const mine = { ...correction, is_mine: true }
  await find(customer, respond(corrections.proposeCorrectionCall, mine))
  await press('Corrigir nome ou nascimento')
  await type('Nome como no documento', 'Maria Aparecida da Silva')
  await press('Pedir confirmação')
  expectText('Só é possível corrigir os dados quando todos os itens conferem.')
  answerYes(correctionPanel())
  await press('Pedir confirmação')
  expect(server.bodiesOf(corrections.proposeCorrectionCall)).toEqual([
    {
      customer_id,
      name: 'Maria Aparecida da Silva',
      birth_date: '14/05/1986',
      checklist: correctionChecklist,
    },
  ])
  expectText(/^A correção que você pediu espera a confirmação de outra pessoa do balcão/)
  expect(screen.queryByRole('button', { name: 'Confirmar correção' })).toBeNull()
})

test('a correction by another attendant is confirmed by its id, with a checklist and both values shown', async () => {
  await find(
    customer,
    respond(corrections.readCorrectionCall, { correction }),
    respond(corrections.approveCorrectionCall, {}),
  )
  await press('Corrigir nome ou nascimento')
  expectText(/^Rui Nogueira pediu esta correção/)
  expect(correctionPanel().textContent).toMatch(/Nome no cadastroMaria da Silva.*Maria Aparecida da Silva/)
  await press('Confirmar correção')
  expect(server.bodiesOf(corrections.approveCorrectionCall)).toEqual([])
  answerYes(correctionPanel())
  await press('Confirmar correção')
  expect(server.bodiesOf(corrections.approveCorrectionCall)).toEqual([
    { correction_id: correction.correction_id, checklist: correctionChecklist },
  ])
  expect(currentToast().message).toBe('Dados corrigidos.')
})

test('the data of a blocked account cannot be corrected at the desk', async () => {
  await find({ ...customer, account_status: 'blocked' })
  expect(screen.queryByRole('button', { name: 'Corrigir nome ou nascimento' })).toBeNull()
})

test('staff can resend the message about a completed participation', async () => {
  await find(customer, respond(resendMessageCall, {}))
  await press('Ver histórico')
  await press(/^Reenviar a mensagem da participação/)
  const [participation] = customerHistory.participations
  expect(server.bodiesOf(resendMessageCall)).toEqual([{ transaction_id: participation?.transaction_id }])
  expect(currentToast().message).toBe('Mensagem reenviada ao e-mail confirmado.')
})

test('staff can resend the message about a decided receipt, unless it was approved automatically', async () => {
  await find(customer, respond(resendReceiptMessageCall, {}))
  await press('Ver histórico')
  const [approved, rejected] = customerHistory.receipts
  expect(approved?.state).toBe('auto_approved')
  expect(screen.getAllByRole('button', { name: /^Reenviar a mensagem da nota/ })).toHaveLength(1)
  await press(/^Reenviar a mensagem da nota/)
  expect(server.bodiesOf(resendReceiptMessageCall)).toEqual([{ purchase_id: rejected?.purchase_id }])
})

test('the customer’s page lists each ticket with the end of its code', async () => {
  await find(customer)
  await press('Ver histórico')
  const table = within(screen.getByRole('region', { name: 'Ingressos e vales' }))
  expect(table.getAllByRole('row')[1]?.textContent).toBe(
    'Ana Lúcia PereiraNatal no IpêSábado, 19h, 28/11/2026, 19:00… 9FHTUtilizado28/11/2026, 18:42, Entrada B',
  )
})

test.each<
  [desk: string, roles: [Role, Role], path: string, open: () => Promise<unknown>, customer_id: string]
>([
  ['Notas', ['validator', 'attendant'], '/notas', () => pressKey('p'), receipt.customer_id],
  [
    'Eventos, Ingressos',
    ['marketing', 'approver'],
    `/eventos/${session.session_id}`,
    () => press('Ingressos'),
    sampleId(108),
  ],
  [
    'Eventos, Reservas',
    ['marketing', 'approver'],
    `/eventos/${session.session_id}`,
    () => press('Reservas'),
    sampleId(111),
  ],
  [
    'Eventos, Lista de espera',
    ['marketing', 'approver'],
    `/eventos/${session.session_id}`,
    () => press('Lista de espera'),
    sampleId(116),
  ],
])(
  'the desk %s links to the customer’s page only for members who may open it',
  async (_, roles, path, show, id) => {
    await openAs(roles, path)
    await show()
    expect(linkTo(/^Página do cliente/)).toBe(`/equipe/clientes/${id}`)
    cleanup()
    await openAs(roles[0], path)
    await show()
    expect(screen.queryByRole('link', { name: /^Página do cliente/ })).toBeNull()
    expect(screen.getAllByText(/^\*\*\*\.\d{3}/)).not.toHaveLength(0)
  },
)

test.each<[desk: string, role: Role, path: string, customer_id: string]>([
  ['Recuperações', 'account_security', `/recuperacoes/${request.id}`, request.customer_id],
  ['Pontos', 'approver', '/pontos', account.customer_id],
])('the desk %s links to the customer’s page', async (name, role, path, id) => {
  await openAs(role, path)
  if (name === 'Pontos') await findPerson()
  expect(linkTo(/^Página do cliente/)).toBe(`/equipe/clientes/${id}`)
})

test('a receipt that the customer sent with a different amount is registered only after the attendant has seen both', async () => {
  const stated = { amount_cents: 12_055, issued_on: '2026-11-20', state: 'pending_review' as const }
  await find(
    customer,
    respond(registerAtDeskCall, {
      kind: 'differs',
      shop_name: 'Café do Pátio',
      ...stated,
      points: 0,
      review_reasons: [],
    }),
  )
  await type('Chave de acesso', receipt.receipt_key)
  await type('Valor total da nota', '999999')
  await type('Data da compra', '20/11/2026')
  await press('Cadastrar nota')
  expectText(/^R\$\s120,55 em 20\/11\/2026$/)
  server.declare(
    respond(registerAtDeskCall, {
      kind: 'decided',
      state: 'approved',
      shop_name: 'Café do Pátio',
      points: 9999,
      review_reasons: [],
    }),
  )
  await press('Cadastrar com os dados da nota impressa')
  expectText(/aprovada: \+ 9\.999 pontos/)
  expect(server.bodiesOf(registerAtDeskCall)).toMatchObject([
    { amount_cents: 999_999, replaces: undefined },
    { amount_cents: 999_999, replaces: stated },
  ])
})

const typeReceipt = async () => {
  await type('Chave de acesso', receipt.receipt_key)
  await type('Valor total da nota', '5000')
  await type('Data da compra', '20/11/2026')
  await press('Cadastrar nota')
}
const wrong = { amount_cents: 50, issued_on: '2026-11-20', state: 'auto_approved' } as const
const approved = {
  kind: 'differs' as const,
  shop_name: 'Café do Pátio',
  ...wrong,
  points: 0,
  review_reasons: [],
}

test('an approved receipt is corrected only after the attendant has seen its amount and its points', async () => {
  await find(customer, respond(registerAtDeskCall, approved))
  await typeReceipt()
  expect(document.body.textContent).toMatch(
    /já está aprovada neste cadastro, com R\$\s0,50 em 20\/11\/2026, e não deu pontos\./,
  )
  expectText(/A aprovação de antes é estornada, e a pessoa recebe um aviso\./)
  server.declare(
    respond(registerAtDeskCall, {
      kind: 'decided',
      state: 'approved',
      shop_name: 'Café do Pátio',
      points: 50,
      review_reasons: [],
    }),
  )
  await press('Corrigir com os dados da nota impressa')
  expectText(/aprovada: \+ 50 pontos/)
  expect(server.bodiesOf(registerAtDeskCall)).toMatchObject([
    { amount_cents: 5_000, replaces: undefined },
    { amount_cents: 5_000, replaces: wrong },
  ])
})

test('the attendant is told before the correction that the receipt will wait for review', async () => {
  const review_reasons = ['Valor acima do limite de aprovação no balcão']
  await find(customer, respond(registerAtDeskCall, { ...approved, points: 7, review_reasons }))
  await typeReceipt()
  expectText(/e deu 7 pontos\..*a mesa Notas decide: Valor acima do limite de aprovação no balcão\.$/)
})

test('a reversed receipt is registered again only after the attendant has seen its amount', async () => {
  const review_reasons = ['Nota estornada antes (Valor errado)']
  await find(customer, respond(registerAtDeskCall, { ...approved, state: 'reversed', review_reasons }))
  await typeReceipt()
  expect(document.body.textContent).toMatch(/foi estornada neste cadastro, com R\$\s0,50 em 20\/11\/2026\./)
  screen.getByRole('button', { name: 'Cadastrar com os dados da nota impressa' })
})

test('a receipt that is already approved with the same amount is refused under its key', async () => {
  await find(customer, respond(registerAtDeskCall, refusal('receipts.already-approved')))
  await typeReceipt()
  expectText('Esta nota já está aprovada neste cadastro, com este valor.')
})

test('a receipt that is approved at the desk and worth less than one point is described without a zero', async () => {
  const shop_name = 'Café do Pátio'
  await find(
    customer,
    respond(registerAtDeskCall, {
      kind: 'decided',
      state: 'approved',
      shop_name,
      points: 0,
      review_reasons: [],
    }),
  )
  await type('Chave de acesso', receipt.receipt_key)
  await type('Valor total da nota', '90')
  await type('Data da compra', '20/11/2026')
  await press('Cadastrar nota')
  expectText('Nota de Café do Pátio aprovada. O valor desta nota não chega a 1 ponto.')
})

const company = {
  ...customer,
  document_type: 'cnpj',
  document: '**.222.333/0001-**',
  birth_date: null,
} as const
const questions = () => screen.getAllByRole('radiogroup').map(({ textContent }) => textContent)

test('a code for a company requires a representative and proof of authority, with questions for companies', async () => {
  await find(company, respond(desk.issueDeskCodeCall, { code: '989759', expires_at: '2026-11-21T12:45:00Z' }))
  expect(questions().join(' ')).not.toContain('data de nascimento')
  expectText(/mostra o CNPJ do cadastro e dá poderes a essa pessoa\?$/)
  await press('Emitir código')
  expectText('Nome é obrigatório')
  expectText('CPF não pode estar vazio')
  await type('Nome de quem representa a empresa', 'Bento Ferraz')
  await type('CPF de quem representa a empresa', '52998224725')
  fireEvent.click(screen.getByLabelText('Procuração'))
  answerYes()
  await press('Emitir código')
  expect(server.bodiesOf(desk.issueDeskCodeCall)).toMatchObject([
    { customer_id, representative: { name: 'Bento Ferraz', power: 'power_of_attorney' } },
  ])
  expectText('989759')
})

test('the second attendant sees the company’s representative, with the full CPF and the proof of authority', async () => {
  const representative = {
    name: 'Bento Ferraz',
    cpf: '529.982.247-25',
    power: 'power_of_attorney' as const,
  }
  await find({ ...company, unconfirmed_code: { ...unconfirmedCode, representative } })
  expectText('Bento Ferraz')
  expectText('Quem representa')
  expectText('529.982.247-25')
  expectText('Procuração')
})

test('the correction of a company’s name has questions for companies', async () => {
  await find(company)
  await press('Corrigir o nome')
  expect(correctionPanel().textContent).toContain('O nome corrigido é igual ao do cartão CNPJ?')
})
