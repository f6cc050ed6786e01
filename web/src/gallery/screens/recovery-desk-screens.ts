import type { DataOf } from '@clube/contract/kernel/call.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
  openCustomerCall,
} from '@clube/contract/recovery/desk-calls.ts'
import * as calls from '@clube/contract/recovery/review-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import * as corrections from '@clube/contract/service-desk/correction-calls.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import { respond, refusal } from '../../testing/fake-server.ts'
import { sampleId } from '../../testing/samples.ts'
import {
  correction,
  customer,
  customerHistory,
  emptyHistory,
  receipt,
  request,
  unconfirmedCode,
} from '../../testing/staff-samples.ts'
import { key, press, waitForText, type } from './simulated-user.ts'
import { loadingStates, type ScreenState } from './screen-state.ts'
import { ago, deskScreens, later, searchPerson, signedInAs } from './staff-screens.ts'

const mine = {
  ...request,
  state: 'in_review',
  is_mine: true,
  reviewer_name: 'Isabel Teixeira',
  photos: request.photos.map((photo) => ({ ...photo, is_viewed: true })),
} as const
const both = { ...mine, changes_both_contacts: true, email: { ...request.email, is_on_file: false } }

/** Placeholder image for a document photo, or for a selfie with a sheet of paper at the bottom edge. */
const samplePhoto = (subject: 'documento' | 'selfie'): string => {
  const [width, height] = subject === 'documento' ? [640, 400] : [400, 640]
  const paper = '<rect x="40" y="500" width="320" height="130" fill="#fff"/>'
  const content =
    subject === 'documento'
      ? '<rect x="60" y="50" width="520" height="300" rx="20" fill="#dfe8da"/><circle cx="160" cy="180" r="60" fill="#a98b6d"/>'
      : `<circle cx="200" cy="230" r="130" fill="#a98b6d"/>${paper}`
  const text = subject === 'documento' ? '' : '<text x="80" y="580" font-size="42">21/11/2026</text>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#6d5a48"/>${content}${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const decided = { ...request, reviewer_name: 'Rui Nogueira', decided_at: ago(5) }
const reading = (one: calls.RecoveryRequest) => respond(calls.readRecoveryRequestCall, one)

const queue = deskScreens(
  'Recuperações',
  'account_security',
  {
    path: '/recuperacoes',
    slug: 'recuperacoes',
    responses: respond(calls.listRecoveryRequestsCall, [
      request,
      { ...mine, id: sampleId(1), protocol: '2026-000124-2', submitted_at: ago(70) },
      { ...both, id: sampleId(2), protocol: '2026-000125-9', is_mine: false, submitted_at: ago(12) },
    ]),
  },
  {
    fila: { title: 'Fila', shows: '2026-000123-4' },
    contadores: {
      title: 'Quantos esperam em cada mesa',
      arrange: signedInAs('account_security', 'attendant', 'validator', 'approver', 'auditor'),
      responses: respond(waitingCountsCall, [
        { permission: 'recovery.review', count: 3 },
        { permission: 'recovery.approve-second', count: 1 },
        { permission: 'receipts.review', count: 100 },
        { permission: 'campaigns.approve', count: 0 },
      ]),
      shows: '99+',
    },
    vazia: {
      title: 'Fila vazia',
      responses: respond(calls.listRecoveryRequestsCall, []),
      shows: 'Nenhum pedido',
    },
    ...loadingStates(calls.listRecoveryRequestsCall, 'Fila'),
  },
)
const requestPage = deskScreens(
  'Recuperações',
  'account_security',
  { path: `/recuperacoes/${request.id}`, slug: 'pedido', responses: reading(mine) },
  {
    novo: { title: 'Pedido novo', responses: reading(request), shows: 'Aguardando análise' },
    'em-analise': { title: 'Pedido em análise', shows: 'O documento está legível?' },
    'lado-a-lado': {
      title: 'Documento e selfie lado a lado',
      responses: respond(
        calls.openPhotoViewCall,
        { url: samplePhoto('documento'), expires_at: later(0.01) },
        { url: samplePhoto('selfie'), expires_at: later(0.01) },
      ),
      act: [waitForText('O documento está legível?'), key('d'), waitForText('100 %'), key('s')],
      shows: 'O papel da selfie deve mostrar',
    },
    girada: {
      title: 'Selfie girada',
      responses: respond(calls.openPhotoViewCall, { url: samplePhoto('selfie'), expires_at: later(0.01) }),
      act: [waitForText('O documento está legível?'), key('s'), press('Girar')],
      shows: '100 %',
    },
    'dois-contatos': {
      title: 'Pedido que troca os dois contatos',
      responses: reading(both),
      shows: 'precisa de duas aprovações',
    },
    'falta-ver': {
      title: 'Aprovar sem ter visto as fotos',
      responses: reading({ ...mine, photos: request.photos }),
      act: press('Aprovar'),
      shows: 'Abra todas as fotos do pedido antes de aprovar.',
    },
    'falta-conferir': {
      title: 'Aprovar sem conferir',
      act: press('Aprovar'),
      shows: 'Só é possível aprovar quando todos os itens conferem.',
    },
    'pedir-de-novo': {
      title: 'Pedir de novo',
      act: [waitForText('O documento está legível?'), key('p')],
      shows: 'Envie um documento aceito: CNH ou RG com CPF.',
    },
    segunda: {
      title: 'Segunda aprovação',
      responses: reading({
        ...both,
        state: 'needs_second',
        send_by: 'email',
        is_mine: false,
        reviewer_name: 'Rui Nogueira',
      }),
      shows: 'Aguardando segunda aprovação',
    },
    espera: {
      title: 'Em espera de 24 horas',
      responses: reading({ ...both, state: 'held', is_mine: false, held_until: later(23) }),
      shows: 'Em espera de 24 horas',
    },
    aprovado: {
      title: 'Pedido aprovado',
      responses: reading({ ...decided, state: 'approved' }),
      shows: 'Aprovado',
    },
    recusado: {
      title: 'Pedido recusado',
      responses: reading({
        ...decided,
        state: 'rejected',
        reason: 'As fotos enviadas não são da pessoa que tem este cadastro.',
        photos: request.photos.map((photo) => ({ ...photo, is_purged: true })),
      }),
      shows: 'As fotos enviadas não são da pessoa que tem este cadastro.',
    },
    desconhecido: {
      title: 'Pedido que não existe',
      responses: respond(calls.readRecoveryRequestCall, refusal('recovery.unknown-request')),
      shows: 'Pedido não encontrado.',
    },
  },
)

/** Answers every question of the checklist with yes. */
const answerYes = async (): Promise<void> => {
  for (const yes of document.querySelectorAll<HTMLInputElement>('input[type=radio]'))
    if (yes.labels?.[0]?.textContent?.trim() === 'Sim') yes.click()
}

/** Registers the person's paper receipt. */
const registerReceipt = [
  ...searchPerson(),
  waitForText('Nota fiscal em mãos'),
  type('Chave de acesso', receipt.receipt_key),
  type('Valor total da nota', '12350'),
  type('Data da compra', '21/11/2026'),
  press('Cadastrar nota'),
]

/** The comparison with an approved receipt. */
const approvedReceipt: Extract<DataOf<typeof registerAtDeskCall>, { kind: 'differs' }> = {
  kind: 'differs',
  shop_name: 'Livraria Jabuticabeira',
  amount_cents: 500,
  issued_on: '2026-11-21',
  state: 'auto_approved',
  points: 5,
  review_reasons: [],
}

/** A person with a code that still has to be confirmed. */
const foundWithCode = (is_mine: boolean) =>
  respond(findCustomerCall, {
    customer: { ...customer, unconfirmed_code: { ...unconfirmedCode, expires_at: later(0.25), is_mine } },
  })

const openCorrection = [...searchPerson(), press('Corrigir nome ou nascimento')]

const company = {
  ...customer,
  name: 'Padaria Flor do Bairro',
  document_type: 'cnpj',
  document: '**.222.333/0001-**',
  birth_date: null,
} as const

const serviceDesk = deskScreens(
  'Balcão',
  'attendant',
  { path: '/balcao', slug: 'balcao' },
  {
    vazio: { title: 'Balcão', shows: 'Procurar' },
    'correcoes-a-espera': {
      title: 'Correções que esperam a segunda pessoa',
      responses: respond(corrections.listCorrectionsCall, [
        {
          customer_id: sampleId(21),
          proposed_by: 'Rui Nogueira',
          is_mine: false,
          expires_at: '2026-11-22T15:00:00Z',
        },
      ]),
      shows: 'Rui Nogueira',
    },
    'cpf-invalido': {
      title: 'CPF inválido',
      act: searchPerson('111.111.111-11'),
      shows: 'CPF inválido!',
    },
    pessoa: { title: 'Uma pessoa', act: searchPerson(), shows: 'Maria da Silva' },
    empresa: {
      title: 'Uma empresa, com quem a representa',
      responses: respond(findCustomerCall, { customer: company }),
      act: searchPerson(),
      shows: 'Nome de quem representa a empresa',
    },
    'empresa-erros': {
      title: 'Uma empresa sem quem a representa',
      responses: respond(findCustomerCall, { customer: company }),
      act: [...searchPerson(), press('Emitir código')],
      shows: 'CPF não pode estar vazio',
    },
    'empresa-confirmar': {
      title: 'Código de uma empresa a confirmar',
      responses: respond(findCustomerCall, {
        customer: {
          ...company,
          unconfirmed_code: {
            ...unconfirmedCode,
            representative: { name: 'Bento Ferraz', cpf: '***.982.247-**' },
          },
        },
      }),
      act: searchPerson(),
      shows: 'Quem representa',
    },
    ninguem: {
      title: 'Ninguém com este documento',
      responses: [
        respond(findCustomerCall, { customer: null }),
        respond(searchCustomersCall, { kind: 'found', people: [] }),
      ],
      act: searchPerson(),
      shows: 'Não há cadastro',
    },
    'texto-curto': {
      title: 'Só um nome',
      act: searchPerson('Maria'),
      shows: 'Digite nome e sobrenome',
    },
    pessoas: {
      title: 'Pessoas com o mesmo nome',
      act: searchPerson('Maria da Silva'),
      shows: 'Pessoas encontradas',
    },
    'nome-sem-ninguem': {
      title: 'Ninguém com este nome',
      responses: respond(searchCustomersCall, { kind: 'found', people: [] }),
      act: searchPerson('Maria da Silva'),
      shows: 'Ninguém encontrado',
    },
    'gente-demais': {
      title: 'Pessoas demais com o mesmo nome',
      responses: respond(searchCustomersCall, { kind: 'too-many' }),
      act: searchPerson('Maria da Silva'),
      shows: 'Mais de 10 pessoas têm este nome',
    },
    'buscas-demais': {
      title: 'Buscas demais',
      responses: respond(searchCustomersCall, refusal('request.rate-limited')),
      act: searchPerson('Maria da Silva'),
      shows: 'Muitas tentativas',
    },
    historico: {
      title: 'Histórico da pessoa',
      act: [...searchPerson(), press('Ver histórico')],
      shows: 'Mensagens enviadas',
    },
    participacao: {
      title: 'Histórico com a participação de um atendimento',
      responses: respond(readHistoryCall, {
        ...customerHistory,
        participation: customerHistory.participations[0] ?? null,
      }),
      act: [...searchPerson(), press('Ver histórico')],
      shows: 'Participação 2026-000123-4',
    },
    'reenvio-sem-email': {
      title: 'Reenvio a um e-mail que não foi confirmado',
      responses: respond(resendMessageCall, refusal('service-desk.email-unconfirmed')),
      act: [
        ...searchPerson(),
        press('Ver histórico'),
        press('Reenviar a mensagem da participação 2026-000123-4'),
      ],
      shows: 'O e-mail desta pessoa não está confirmado.',
    },
    'historico-vazio': {
      title: 'Histórico de quem acabou de se cadastrar',
      responses: respond(readHistoryCall, emptyHistory),
      act: [...searchPerson(), press('Ver histórico')],
      shows: 'Nenhuma nota cadastrada.',
    },
    correcao: {
      title: 'Correção de nome e nascimento',
      act: openCorrection,
      shows: 'Pedir confirmação',
    },
    'correcao-sem-conferir': {
      title: 'Correção sem conferir',
      act: [...openCorrection, press('Pedir confirmação')],
      shows: 'Só é possível corrigir os dados quando todos os itens conferem.',
    },
    'correcao-a-confirmar': {
      title: 'Correção de outra pessoa da equipe a confirmar',
      responses: respond(corrections.readCorrectionCall, { correction }),
      act: openCorrection,
      shows: 'Confirmar correção',
    },
    'correcao-propria': {
      title: 'Correção que espera a confirmação de outra pessoa',
      responses: respond(corrections.readCorrectionCall, { correction: { ...correction, is_mine: true } }),
      act: openCorrection,
      shows: 'Retirar a correção',
    },
    'correcao-decidida': {
      title: 'Confirmação de uma correção já decidida',
      responses: [
        respond(corrections.readCorrectionCall, { correction }),
        respond(corrections.approveCorrectionCall, refusal('service-desk.correction-decided')),
      ],
      act: [...openCorrection, waitForText('Confirmar correção'), answerYes, press('Confirmar correção')],
      shows: 'não espera mais confirmação',
    },
    'falta-conferir': {
      title: 'Emitir sem conferir',
      act: [...searchPerson(), press('Emitir código')],
      shows: 'Só é possível emitir ou confirmar o código quando todos os itens conferem.',
    },
    'confirmar-codigo': {
      title: 'Código de outra pessoa da equipe a confirmar',
      responses: foundWithCode(false),
      act: searchPerson(),
      shows: 'Confirmar código',
    },
    'codigo-proprio': {
      title: 'Código que espera a confirmação de outra pessoa',
      responses: foundWithCode(true),
      act: searchPerson(),
      shows: 'espera a confirmação',
    },
    'confirmar-codigo-vencido': {
      title: 'Confirmação de um código vencido',
      responses: [foundWithCode(false), respond(confirmDeskCodeCall, refusal('recovery.no-desk-code'))],
      act: [...searchPerson(), waitForText('Confirmar código'), answerYes, press('Confirmar código')],
      shows: 'não espera mais confirmação',
    },
    'codigo-de-outra': {
      title: 'Código de outra pessoa emitido nesse meio-tempo',
      responses: respond(issueDeskCodeCall, refusal('recovery.desk-code-pending')),
      act: [...searchPerson(), waitForText('Emitir código'), answerYes, press('Emitir código')],
      shows: 'Outra pessoa do balcão emitiu um código',
    },
    'nota-aprovada': {
      title: 'Nota em mãos, aprovada na hora',
      responses: respond(registerAtDeskCall, {
        kind: 'decided',
        state: 'approved',
        shop_name: 'Livraria Jabuticabeira',
        points: 123,
        review_reasons: [],
      }),
      act: registerReceipt,
      shows: 'aprovada: + 123 pontos',
    },
    'nota-diferente': {
      title: 'Nota em mãos que o cliente enviou com outro valor',
      responses: respond(registerAtDeskCall, {
        kind: 'differs',
        shop_name: 'Livraria Jabuticabeira',
        amount_cents: 12_055,
        issued_on: '2026-11-20',
        state: 'pending_review',
        points: 0,
        review_reasons: [],
      }),
      act: registerReceipt,
      shows: 'A pessoa já enviou esta nota',
    },
    'nota-aprovada-com-outro-valor': {
      title: 'Nota em mãos que já está aprovada com outro valor',
      responses: respond(registerAtDeskCall, approvedReceipt),
      act: registerReceipt,
      shows: 'Corrigir com os dados da nota impressa',
    },
    'correcao-que-espera': {
      title: 'Correção de uma nota que vai esperar a mesa Notas',
      responses: respond(registerAtDeskCall, {
        ...approvedReceipt,
        review_reasons: ['Valor acima do limite de aprovação no balcão'],
      }),
      act: registerReceipt,
      shows: 'a mesa Notas decide',
    },
    'nota-estornada': {
      title: 'Nota em mãos que foi estornada com outro valor',
      responses: respond(registerAtDeskCall, {
        ...approvedReceipt,
        state: 'reversed',
        points: 0,
        review_reasons: ['Nota estornada antes (O valor informado não é o da nota)'],
      }),
      act: registerReceipt,
      shows: 'foi estornada neste cadastro',
    },
    'nota-ja-aprovada': {
      title: 'Nota em mãos que já está aprovada com o mesmo valor',
      responses: respond(registerAtDeskCall, refusal('receipts.already-approved')),
      act: registerReceipt,
      shows: 'Esta nota já está aprovada neste cadastro',
    },
    'nota-enviada': {
      title: 'Nota em mãos, enviada à mesa Notas',
      responses: respond(registerAtDeskCall, {
        kind: 'decided',
        state: 'pending_review',
        shop_name: 'Livraria Jabuticabeira',
        points: 0,
        review_reasons: ['Outra nota com o mesmo número já foi aprovada: uma delas é falsa'],
      }),
      act: registerReceipt,
      shows: 'uma delas é falsa',
    },
    codigo: {
      title: 'Código para a pessoa',
      responses: respond(issueDeskCodeCall, { code: '482913', expires_at: later(0.25) }),
      act: [...searchPerson(), waitForText('Emitir código'), answerYes, press('Emitir código')],
      shows: '482913',
    },
  },
)

const waiting = { customer_id: customer.customer_id, proposed_by: 'Rui Nogueira', expires_at: later(24) }

const servedPerson = deskScreens(
  'Balcão',
  'attendant',
  { path: `/balcao/${customer.customer_id}`, slug: 'balcao' },
  {
    'pessoa-reaberta': { title: 'Pessoa aberta de novo depois de outra entrada', shows: 'Maria da Silva' },
    'pessoa-com-correcao': {
      title: 'Pessoa com uma correção que espera a segunda pessoa',
      responses: respond(corrections.listCorrectionsCall, [{ ...waiting, is_mine: false }]),
      shows: 'Ver a correção',
    },
  },
)

const waitingCorrection = deskScreens(
  'Balcão',
  'attendant',
  { path: `/balcao/${customer.customer_id}/correcao`, slug: 'balcao' },
  {
    'correcao-aberta': {
      title: 'Correção aberta pela lista das que esperam',
      responses: respond(corrections.readCorrectionCall, { correction }),
      shows: 'Confirmar correção',
    },
  },
)

const customerPage = deskScreens(
  'Balcão',
  'approver',
  { path: `/clientes/${customer.customer_id}`, slug: 'cliente' },
  {
    cliente: { title: 'Página do cliente, aberta por outra mesa', shows: 'Maria da Silva' },
    desconhecido: {
      title: 'Página de um cadastro que não existe',
      responses: respond(openCustomerCall, refusal('recovery.unknown-customer')),
      shows: 'Cadastro não encontrado.',
    },
    ...loadingStates(openCustomerCall, 'Página do cliente'),
  },
)

/** The desks Recuperações, with one request, and Balcão, with the customer's page. */
export const recoveryDeskScreens: readonly ScreenState[] = [
  ...queue,
  ...requestPage,
  ...serviceDesk,
  ...servedPerson,
  ...waitingCorrection,
  ...customerPage,
]
