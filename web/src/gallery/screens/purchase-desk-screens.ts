import { findPointsAccountCall } from '@clube/contract/points/adjustment-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  listShopsCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  saveShopCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { answer, refusal, success } from '../../testing/pretend-server.ts'
import { sampleId, samples } from '../../testing/samples.ts'
import type { Person } from './person.ts'
import { ago } from './sample-moments.ts'
import { loadingStates, screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const receipt: ReviewedReceipt = {
  purchase_id: samples.receipt.purchase_id,
  receipt_key: samples.receipt.receipt_key,
  model: 'NFC-e',
  number: '1',
  shop_name: samples.receipt.shop_name,
  shop_cnpj: '11444777000161',
  amount_cents: 45_000,
  issued_on: '2026-11-20',
  customer_document_masked: '***.982.247-**',
  state: 'pending_review',
  doubts: ['Valor acima do limite de aprovação automática'],
  appeal: 'Digitei o valor sem os centavos.',
  photos: [
    { id: sampleId(101), is_purged: false },
    { id: sampleId(102), is_purged: true },
  ],
  created_at: ago(180),
}

const receipts = screensOf(
  {
    group: 'Mesa Notas',
    app: 'staff',
    path: '/equipe/notas',
    slug: 'mesa-notas',
    arrange: signedInAs('validator'),
    answers: [
      answer(
        receiptQueueCall,
        success(
          [receipt, { ...receipt, purchase_id: sampleId(103), shop_name: 'Café do Pátio', photos: [] }],
          { next_cursor: sampleId(103) },
        ),
      ),
      answer(receiptAnomaliesCall, [
        {
          shop_name: 'Café do Pátio',
          receipts: 310,
          rejected: 42,
          most_by_one_customer: 28,
          amount_cents: 912_000,
        },
      ]),
    ],
  },
  {
    fila: { title: 'Fila', shows: 'Livraria Jabuticabeira' },
    vazia: {
      title: 'Fila vazia',
      answers: [answer(receiptQueueCall, []), answer(receiptAnomaliesCall, [])],
      shows: 'Nenhuma nota',
    },
    ...loadingStates(receiptQueueCall, 'Fila'),
    uma: {
      title: 'Uma nota',
      act: async (person) => {
        await person.sees('Livraria Jabuticabeira')
        await person.key('p')
      },
      shows: 'Digitei o valor sem os centavos.',
    },
    recusar: {
      title: 'Recusar uma nota',
      act: async (person) => {
        await person.sees('Livraria Jabuticabeira')
        await person.key('p')
        await person.press('Recusar')
      },
      shows: 'Esta nota foi cancelada pela loja.',
    },
    decidida: {
      title: 'Nota que outra pessoa decidiu',
      answers: answer(approveReceiptCall, refusal('receipts.already-decided')),
      act: async (person) => {
        await person.sees('Livraria Jabuticabeira')
        await person.key('p')
        await person.key('a')
      },
      shows: approveReceiptCall.refusals['receipts.already-decided'].message,
    },
    'nao-encontrada': {
      title: 'Chave que ninguém cadastrou',
      answers: answer(findReceiptCall, { receipt: null }),
      act: async (person) => {
        await person.type('Procurar pela chave de acesso', receipt.receipt_key)
        await person.press('Procurar')
      },
      shows: 'Ninguém cadastrou uma nota com esta chave.',
    },
  },
)

const shop = {
  shop_id: sampleId(104),
  name: 'Café do Pátio',
  cnpj: '11444777000161',
  state: 'active' as const,
}
const shops = screensOf(
  {
    group: 'Mesa Lojas',
    app: 'staff',
    path: '/equipe/lojas',
    slug: 'lojas',
    arrange: signedInAs('marketing'),
    answers: answer(
      listShopsCall,
      success(
        [shop, { ...shop, shop_id: sampleId(105), name: 'Livraria Jabuticabeira', state: 'inactive' }],
        {
          next_cursor: sampleId(105),
        },
      ),
    ),
  },
  {
    lista: { title: 'Lojas', shows: 'Café do Pátio' },
    vazia: { title: 'Nenhuma loja', answers: answer(listShopsCall, []), shows: 'Nenhuma loja' },
    ...loadingStates(listShopsCall, 'Lojas'),
    'ja-existe': {
      title: 'Loja que já existe',
      answers: answer(saveShopCall, refusal('receipts.shop-exists')),
      act: async (person) => {
        await person.press('Nova loja')
        await person.type('Nome da loja', 'Café do Pátio')
        await person.type('CNPJ', '11.444.777/0001-61')
        await person.press('Salvar')
      },
      shows: 'Já existe uma loja com este CNPJ.',
    },
    importar: {
      title: 'Carregar lojas de um arquivo',
      act: (person) => person.press('Carregar arquivo'),
      shows: 'Escolher arquivo',
    },
  },
)

const account = {
  customer_id: sampleId(106),
  document_type: 'cpf' as const,
  document: '***.982.247-**',
  name: 'Maria da Silva',
  balance: 100,
  debt: 30,
  adjustments: [
    {
      adjustment_id: sampleId(107),
      points: -50,
      reason: 'given_twice' as const,
      note: 'Pontos lançados duas vezes.',
      is_mine: true,
      created_at: ago(60 * 24),
    },
  ],
}
const search = async (person: Person): Promise<void> => {
  await person.type('CPF ou CNPJ', samples.profile.document_id)
  await person.press('Procurar')
}
const points = screensOf(
  {
    group: 'Mesa Pontos',
    app: 'staff',
    path: '/equipe/pontos',
    slug: 'mesa-pontos',
    arrange: signedInAs('approver'),
    answers: answer(findPointsAccountCall, { account }),
  },
  {
    procurar: { title: 'Procurar uma pessoa', shows: 'Procurar' },
    'nao-encontrada': {
      title: 'Documento sem cadastro',
      answers: answer(findPointsAccountCall, { account: null }),
      act: search,
      shows: 'Não há cadastro com este documento.',
    },
    conta: { title: 'Pontos de uma pessoa', act: search, shows: 'Pontos lançados duas vezes.' },
    erros: {
      title: 'Ajuste com erros',
      act: async (person) => {
        await search(person)
        await person.press('Ajustar')
      },
      shows: 'Informe os pontos',
    },
  },
)

/** The desks Notas, Lojas and Pontos. */
export const purchaseDeskScreens: readonly ScreenState[] = [...receipts, ...shops, ...points]
