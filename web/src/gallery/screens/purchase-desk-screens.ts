import { findPointsAccountCall } from '@clube/contract/points/adjustment-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  listShopsCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  saveShopCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { answer, refusal, success } from '../../testing/pretend-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { staffSamples } from '../../testing/staff-samples.ts'
import type { Person } from './person.ts'
import { loadingStates, type ScreenState } from './screen-state.ts'
import { deskScreens, findPerson } from './staff-screens.ts'

const { account, receipt, receipts } = staffSamples

/** Opens the oldest receipt. */
const openReceipt = async (person: Person): Promise<void> => {
  await person.sees(receipt.shop_name)
  await person.key('p')
}

const receiptsDesk = deskScreens(
  'Notas',
  'validator',
  {
    path: '/notas',
    slug: 'mesa-notas',
    answers: [
      answer(receiptQueueCall, success(receipts, { next_cursor: sampleId(103) })),
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
      act: openReceipt,
      shows: 'Digitei o valor sem os centavos.',
    },
    recusar: {
      title: 'Recusar uma nota',
      act: async (person) => {
        await openReceipt(person)
        await person.press('Recusar')
      },
      shows: 'Esta nota foi cancelada pela loja.',
    },
    decidida: {
      title: 'Nota que outra pessoa decidiu',
      answers: answer(approveReceiptCall, refusal('receipts.already-decided')),
      act: async (person) => {
        await openReceipt(person)
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
const shops = deskScreens(
  'Lojas',
  'marketing',
  {
    path: '/lojas',
    slug: 'lojas',
    answers: answer(
      listShopsCall,
      success(
        [shop, { ...shop, shop_id: sampleId(105), name: 'Livraria Jabuticabeira', state: 'inactive' }],
        { next_cursor: sampleId(105) },
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

const points = deskScreens(
  'Pontos',
  'approver',
  {
    path: '/pontos',
    slug: 'mesa-pontos',
    answers: answer(findPointsAccountCall, { account: { ...account, debt: 30 } }),
  },
  {
    procurar: { title: 'Procurar uma pessoa', shows: 'Procurar' },
    'nao-encontrada': {
      title: 'Documento sem cadastro',
      answers: answer(findPointsAccountCall, { account: null }),
      act: findPerson,
      shows: 'Não há cadastro com este documento.',
    },
    conta: { title: 'Pontos de uma pessoa', act: findPerson, shows: 'Pontos lançados duas vezes.' },
    erros: {
      title: 'Ajuste com erros',
      act: async (person) => {
        await findPerson(person)
        await person.press('Ajustar')
      },
      shows: 'Informe os pontos',
    },
  },
)

/** The desks Notas, Lojas and Pontos. */
export const purchaseDeskScreens: readonly ScreenState[] = [...receiptsDesk, ...shops, ...points]
