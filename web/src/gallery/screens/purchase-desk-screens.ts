import { findPointsAccountCall, openPointsAccountCall } from '@clube/contract/points/adjustment-calls.ts'
import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { previewShopImportCall } from '@clube/contract/receipts/shop-import-calls.ts'
import { sendDelayedDecisions } from '../../staff/parts/delayed-decision.tsx'
import { invalid, respond, refusal, success, unanswered, unreachable } from '../../testing/fake-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { account, receipt, receipts } from '../../testing/staff-samples.ts'
import { choose, chooseFile, key, press, waitForText, type, type Step } from './simulated-user.ts'
import { loadingStates, type ScreenState } from './screen-state.ts'
import { longTitle } from './shopper-screens.ts'
import { deskScreens, findPerson } from './staff-screens.ts'

const shop = {
  shop_id: sampleId(104),
  name: 'Café do Pátio',
  cnpj: '11444777000161',
  segment: 'food',
  floor: 'Térreo',
  state: 'active',
} as const

const withoutPhotos = respond(calls.receiptQueueCall, [{ ...receipt, photos: [] }])

const opened_by = { name: 'Renata Prado', opened_at: receipt.created_at }

/** Opens the oldest receipt, which has no photo, and approves it. */
const approveReceipt = [
  waitForText(receipt.shop_name),
  key('p'),
  waitForText('Copiar a chave'),
  key('c'),
  key('a'),
]

/** Approves without waiting for the end of the time in which the decision can be undone. */
const approveReceiptNow = [
  ...approveReceipt,
  // The message about the copied key would replace the one about the decision.
  waitForText('copia'),
  async () => void (await sendDelayedDecisions()),
]

/** Opens the oldest receipt. */
const openReceipt = [waitForText(receipt.shop_name), key('p')]

const receiptsDesk = deskScreens(
  'Notas',
  'validator',
  {
    path: '/notas',
    slug: 'mesa-notas',
    responses: [
      respond(calls.receiptQueueCall, success(receipts, { next_cursor: sampleId(103) })),
      respond(calls.receiptAnomaliesCall, [
        {
          shop_name: shop.name,
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
      responses: [respond(calls.receiptQueueCall, []), respond(calls.receiptAnomaliesCall, [])],
      shows: 'Nenhuma nota',
    },
    ...loadingStates(calls.receiptQueueCall, 'Fila'),
    uma: { title: 'Uma nota', act: openReceipt, shows: 'Digitei o valor sem os centavos.' },
    longa: {
      title: 'Nota de uma loja de nome longo',
      responses: respond(calls.receiptQueueCall, [{ ...receipt, shop_name: longTitle }]),
      shows: 'Festival Interdisciplinar',
    },
    'foto-pedida': {
      title: 'Fila com uma nota cuja foto foi pedida',
      responses: respond(
        calls.receiptQueueCall,
        receipts.map((each) => ({ ...each, photo_requested_at: receipt.created_at })),
      ),
      shows: 'Foto pedida',
    },
    'fora-da-lista': {
      title: 'Endereço de uma nota que não está na lista',
      path: `/equipe/notas?nota=${sampleId(199)}`,
      shows: 'não está nesta lista',
    },
    trocada: {
      title: 'Nota cujo valor o balcão trocou',
      responses: respond(calls.receiptQueueCall, [
        {
          ...receipt,
          appeal: null,
          appealed: null,
          amount_cents: 999_999,
          review_reasons: ['Valor acima do limite de aprovação no balcão'],
          stated: { amount_cents: 12_055, issued_on: '2026-11-19', changed_by: 'Ana Beatriz Souza' },
        },
      ]),
      act: openReceipt,
      shows: 'Cliente informou',
    },
    'recurso-proprio': {
      title: 'Recurso contra a própria recusa',
      responses: respond(calls.receiptQueueCall, [{ ...receipt, is_own_rejection: true }]),
      act: [waitForText(receipt.shop_name), press(receipt.shop_name)],
      shows: 'Foi você quem recusou esta nota.',
    },
    'aberta-por': {
      title: 'Nota que outra pessoa tem aberta',
      responses: [
        respond(calls.receiptQueueCall, [
          { ...receipt, appeal: null, appealed_at: null, opened_by },
          ...receipts,
        ]),
        respond(calls.openReceiptCall, { state: 'pending_review', opened_by }),
      ],
      act: [waitForText('Renata Prado abriu'), press(receipt.shop_name)],
      shows: 'vale a primeira decisão',
    },
    recusar: {
      title: 'Recusar uma nota',
      act: [...openReceipt, press('Recusar')],
      shows: 'Esta nota foi cancelada pela loja.',
    },
    consulta: {
      title: 'Nota com consulta, foto pedida e notas anteriores',
      responses: [
        respond(calls.receiptQueueCall, [
          {
            ...receipt,
            photos: [],
            photo_requested_at: receipt.created_at,
            consultation_url: `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${receipt.receipt_key}|2|1|1|ABC`,
          },
        ]),
        respond(calls.listEarlierReceiptsCall, [
          { ...receipt, purchase_id: sampleId(120), state: 'approved', reason: null },
          {
            ...receipt,
            purchase_id: sampleId(121),
            state: 'rejected',
            reason: 'Esta nota foi cancelada pela loja.',
          },
        ]),
      ],
      act: [...openReceipt, press('Notas anteriores do cliente')],
      shows: 'Recusada: Esta nota foi cancelada pela loja.',
    },
    'falta-ver': {
      title: 'Aprovar sem ter visto a foto',
      act: [...openReceipt, waitForText('Ver foto 1'), key('a')],
      shows: 'Abra a foto antes de aprovar.',
    },
    desfazer: {
      title: 'Aprovação que ainda pode ser desfeita',
      responses: [withoutPhotos, respond(calls.approveReceiptCall, unanswered)],
      act: approveReceipt,
      shows: 'Envio em 5 segundos.',
      // The delayed decision would remain in the next state.
      reload: true,
    },
    perdida: {
      title: 'Decisão que não foi enviada',
      responses: [withoutPhotos, respond(calls.approveReceiptCall, unreachable)],
      act: approveReceiptNow,
      shows: 'não foi enviada',
      // The lost decision would remain in the next state.
      reload: true,
    },
    decidida: {
      title: 'Nota que outra pessoa decidiu',
      responses: [
        withoutPhotos,
        respond(
          calls.approveReceiptCall,
          refusal('receipts.already-decided', { outcome: 'recusada por Renata Prado' }),
        ),
      ],
      act: approveReceiptNow,
      shows: 'Esta nota já foi recusada por Renata Prado.',
    },
    mudada: {
      title: 'Nota que o balcão mudou',
      responses: [withoutPhotos, respond(calls.approveReceiptCall, refusal('receipts.changed'))],
      act: approveReceiptNow,
      shows: calls.approveReceiptCall.refusals['receipts.changed'].message,
    },
    'nao-encontrada': {
      title: 'Chave que ninguém cadastrou',
      responses: respond(calls.findReceiptCall, { receipt: null }),
      act: [type('Procurar pela chave de acesso', receipt.receipt_key), press('Procurar')],
      shows: 'Ninguém cadastrou uma nota com esta chave.',
    },
  },
)

const shops = deskScreens(
  'Lojas',
  'marketing',
  {
    path: '/lojas',
    slug: 'lojas',
    responses: respond(
      calls.listShopsCall,
      success(
        [
          shop,
          {
            ...shop,
            shop_id: sampleId(105),
            name: 'Livraria Jabuticabeira',
            segment: null,
            floor: null,
            state: 'inactive',
          },
        ],
        { next_cursor: sampleId(105) },
      ),
    ),
  },
  {
    lista: { title: 'Lojas', shows: 'Café do Pátio' },
    vazia: { title: 'Nenhuma loja', responses: respond(calls.listShopsCall, []), shows: 'Nenhuma loja' },
    ...loadingStates(calls.listShopsCall, 'Lojas'),
    'ja-existe': {
      title: 'Loja que já existe',
      responses: respond(calls.saveShopCall, refusal('receipts.shop-exists')),
      act: [
        press('Nova loja'),
        type('Nome da loja', 'Café do Pátio'),
        type('CNPJ', '11.444.777/0001-61'),
        press('Salvar'),
      ],
      shows: 'Já existe uma loja com este CNPJ.',
    },
    alterar: {
      title: 'Alterar uma loja',
      act: press('Café do Pátio'),
      shows: 'Escrito como nas outras lojas',
    },
    importar: {
      title: 'Carregar lojas de um arquivo',
      act: press('Carregar arquivo'),
      shows: 'Escolher arquivo',
    },
    'importar-previa': {
      title: 'O que um arquivo de lojas mudaria',
      responses: respond(previewShopImportCall, {
        changes: [
          { line: 2, kind: 'added', name: 'Correio', segment: 'services', floor: null },
          { line: 3, kind: 'changed', name: longTitle, segment: 'electronics', floor: '1º piso, loja 12' },
        ],
        unchanged: 12,
        rejected: [
          { line: 5, reason: 'Loja sem nome' },
          {
            line: 9,
            reason:
              'Segmento desconhecido: Armas. Use um destes: Alimentação, Beleza e perfumaria, Brinquedos, Calçados e bolsas, Casa e decoração, Eletrônicos e celulares, Esporte, Farmácia e saúde, Joias, relógios e óticas, Lazer e cinema, Livros e papelaria, Mercado, Moda, Pets, Serviços ou Outros.',
          },
        ],
      }),
      act: [press('Carregar arquivo'), chooseFile('Arquivo', 'lojas-de-dezembro.csv', 'cnpj;nome')],
      shows: 'Linhas que ficam de fora',
    },
    'importar-invalido': {
      title: 'Arquivo de lojas que não pode ser lido',
      responses: respond(
        previewShopImportCall,
        invalid({
          path: 'csv',
          message: 'Linha 1: não há a coluna “cnpj”. A primeira linha deve ser: cnpj;nome;segmento;piso',
        }),
      ),
      act: [press('Carregar arquivo'), chooseFile('Arquivo', 'lojas.csv', 'loja;telefone')],
      shows: 'não há a coluna',
    },
  },
)

const pointsPath = `/equipe/pontos/${account.customer_id}`
const fillAdjustment = (points: string, reason: string): Step[] => [
  type('Pontos', points),
  choose(reason),
  type('Explicação', 'A nota entrou duas vezes.'),
]

const points = deskScreens(
  'Pontos',
  'approver',
  {
    path: '/pontos',
    slug: 'mesa-pontos',
    responses: [
      respond(findPointsAccountCall, { account: { ...account, debt: 30 } }),
      respond(openPointsAccountCall, { ...account, debt: 30 }),
    ],
  },
  {
    procurar: { title: 'Procurar uma pessoa', shows: 'Procurar' },
    'nao-encontrada': {
      title: 'Documento sem cadastro',
      responses: respond(findPointsAccountCall, { account: null }),
      act: findPerson,
      shows: 'Não há cadastro com este documento.',
    },
    conta: { title: 'Pontos de uma pessoa', act: findPerson, shows: 'Pontos lançados duas vezes.' },
    aberta: {
      title: 'Pontos de uma pessoa, pelo endereço',
      path: pointsPath,
      shows: 'Pontos lançados duas vezes.',
    },
    carregando: {
      title: 'Pontos de uma pessoa, carregando',
      path: pointsPath,
      responses: respond(openPointsAccountCall, unanswered),
      shows: 'Carregando os pontos',
    },
    desconhecida: {
      title: 'Pontos de um cadastro que não existe mais',
      path: pointsPath,
      responses: respond(openPointsAccountCall, refusal('points.account-unknown')),
      shows: 'Cadastro não encontrado.',
    },
    'confirmar-dar': {
      title: 'Confirmar antes de dar pontos',
      path: pointsPath,
      act: [...fillAdjustment('50', 'Cortesia do clube'), press('Dar 50 pontos')],
      shows: 'Saldo depois',
    },
    'confirmar-tirar': {
      title: 'Confirmar antes de tirar pontos, com débito',
      path: pointsPath,
      act: [
        choose('Tirar pontos'),
        ...fillAdjustment('120', 'Pontos creditados em duplicidade'),
        choose('Registrar 20 pontos como débito'),
        press('Tirar 120 pontos'),
      ],
      shows: 'Débito depois',
    },
    erros: { title: 'Ajuste com erros', act: [...findPerson, press('Ajustar')], shows: 'Informe os pontos' },
  },
)

/** The desks Notas, Lojas and Pontos. */
export const purchaseDeskScreens: readonly ScreenState[] = [...receiptsDesk, ...shops, ...points]
