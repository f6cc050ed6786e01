import * as desk from '@clube/contract/partner-points/desk-calls.ts'
import * as settlement from '@clube/contract/partner-points/settlement-calls.ts'
import {
  reconciliationPaths,
  type ReconciliationTab,
} from '../../staff/desks/partner-points/reconciliation-paths.ts'
import { refusal, respond, unanswered, unreachable } from '../../testing/fake-server.ts'
import {
  deskPartner,
  interruptedImport,
  matchingImport,
  partnerFigures,
  proposedRefund,
  refusedImport,
  settlementImport,
  suspendedPartner,
} from '../../testing/partner-desk-samples.ts'
import { emptyState, loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { chooseFile, key, press, type, waitForText } from './simulated-user.ts'
import { deskScreens } from './staff-screens.ts'

const pathOf = (tab: ReconciliationTab) => reconciliationPaths.tab(deskPartner.partner, tab)
const situation = (state: string) => `/equipe${pathOf('conferencia')}?situacao=${state}&decisao=waiting`

const tabScreens = (
  tab: ReconciliationTab,
  slug: string,
  rows: Readonly<Record<string, ScreenRow>>,
): ScreenState[] =>
  deskScreens('Conciliação', 'reconciler', { path: pathOf(tab), slug: `mesa-conciliacao-${slug}` }, rows)

const itemScreens = tabScreens('conferencia', 'conferencia', {
  'so-nosso': { title: 'Só nosso', shows: 'Débito 2026-000123-4' },
  abertura: {
    title: 'A mesa abre no primeiro parceiro',
    path: `/equipe${reconciliationPaths.desk}`,
    shows: 'Débito 2026-000123-4',
  },
  'so-deles': { title: 'Só deles', path: situation('only_theirs'), shows: 'ASA-90817202' },
  'valor-diferente': { title: 'Valor diferente', path: situation('different_amount'), shows: '+ 500' },
  decididos: {
    title: 'Diferenças decididas',
    path: situation('different_amount').replace('waiting', 'decided'),
    shows: 'O parceiro corrige no próximo arquivo',
  },
  conferido: { title: 'Conferido', path: situation('matched'), shows: 'Baixar “Conferido” em CSV' },
  aberto: {
    title: 'Um lançamento só nosso',
    act: press('Débito 2026-000123-4'),
    shows: 'Nada no arquivo',
  },
  'aberto-deles': {
    title: 'Um lançamento só deles',
    path: situation('only_theirs'),
    act: press('Débito ASA-90817202'),
    shows: 'Nada registrado',
  },
  'aberto-diferente': {
    title: 'Um lançamento com valor diferente',
    path: situation('different_amount'),
    act: press('Débito 2026-000130-8'),
    shows: 'Os dois lados têm o lançamento, com pontos diferentes.',
  },
  'aberto-decidido': {
    title: 'Um lançamento decidido',
    path: situation('different_amount').replace('waiting', 'decided'),
    act: press('Débito 2026-000130-8'),
    shows: 'Ivan Moreira, em',
  },
  decidir: {
    title: 'Registrar a decisão',
    act: [press('Débito 2026-000123-4'), waitForText('Nada no arquivo'), key('d')],
    shows: 'O que foi apurado e decidido',
  },
  mudou: {
    title: 'O lançamento mudou enquanto se decidia',
    responses: respond(settlement.decideSettlementItemCall, refusal('partner-points.item-changed')),
    act: [
      press('Débito 2026-000123-4'),
      press('Registrar decisão'),
      type('O que foi apurado e decidido', 'Fora do prazo do arquivo.'),
      press('Registrar'),
    ],
    shows: settlement.decideSettlementItemCall.refusals['partner-points.item-changed'].message,
  },
  devolver: {
    title: 'Propor a devolução',
    act: [press('Débito 2026-000123-4'), press('Propor devolução')],
    shows: 'Depois que outra pessoa confirmar',
  },
  suspender: {
    title: 'Suspender as trocas',
    act: press('Suspender trocas'),
    shows: 'Suspender as trocas com o Asa Fidelidade?',
  },
  suspenso: {
    title: 'Um parceiro suspenso',
    path: `/equipe${reconciliationPaths.tab(suspendedPartner.partner, 'conferencia')}`,
    shows: 'Débitos duplicados desde as 10h.',
  },
  'sem-parceiros': {
    title: 'Nenhum programa parceiro',
    responses: respond(desk.listDeskPartnersCall, []),
    shows: 'O clube não tem programas parceiros configurados.',
  },
  vazia: {
    title: 'Nenhuma diferença',
    responses: [
      respond(desk.listDeskPartnersCall, [
        { ...deskPartner, switched: null, waiting: { cases: 0, differences: 0, refunds: 0 } },
      ]),
      respond(settlement.readSettlementFiguresCall, {
        ...partnerFigures,
        states: { matched: 1_208, only_ours: 0, only_theirs: 0, different_amount: 0 },
      }),
      respond(settlement.listSettlementItemsCall, []),
    ],
    shows: 'Nenhum lançamento só nosso nesta lista.',
  },
  ...loadingStates(settlement.listSettlementItemsCall, 'Conferência'),
})

const openSilent = press('2026-000141-3')
const openDenied = press('2026-000138-0')

const caseScreens = tabScreens('resgates', 'resgates', {
  lista: { title: 'Resgates a decidir', shows: '2026-000141-3' },
  'sem-evidencia': {
    title: 'Um resgate sem evidência',
    act: openSilent,
    shows: 'Nenhum arquivo do parceiro traz um débito deste resgate.',
  },
  'com-evidencia': {
    title: 'Um resgate com o débito no arquivo',
    act: openDenied,
    shows: 'O arquivo do parceiro traz o débito ASA-90817299',
  },
  perguntar: {
    title: 'Perguntar de novo',
    act: [openSilent, press('Perguntar de novo')],
    shows: 'Nada é debitado duas vezes.',
  },
  creditar: {
    title: 'Creditar os pontos',
    act: [openDenied, press('Creditar os pontos')],
    shows: 'Os pontos entram no saldo do cliente',
  },
  encerrar: {
    title: 'Encerrar sem creditar',
    act: [openSilent, press('Encerrar sem creditar')],
    shows: 'Nenhum ponto é creditado',
  },
  vazia: emptyState(desk.listCasesCall, 'Nenhum resgate a decidir', 'o parceiro respondeu a todos'),
  ...loadingStates(desk.listCasesCall, 'Resgates a decidir'),
})

const refundScreens = tabScreens('devolucoes', 'devolucoes', {
  lista: { title: 'Devoluções', shows: 'Espera outra pessoa' },
  proposta: {
    title: 'Uma devolução proposta por outra pessoa',
    act: press('2026-000123-4'),
    shows: 'Confirmar devolução',
  },
  confirmar: {
    title: 'Confirmar a devolução',
    act: [press('2026-000123-4'), press('Confirmar devolução')],
    shows: 'Sim, confirmar',
  },
  propria: {
    title: 'Uma devolução proposta pela própria pessoa',
    responses: respond(desk.listRefundsCall, [{ ...proposedRefund, is_own: true }]),
    act: press('2026-000123-4'),
    shows: 'Você propôs esta devolução: quem confirma é outra pessoa.',
  },
  'sem-resposta': {
    title: 'Uma devolução sem resposta do parceiro',
    act: press('2026-000109-7'),
    shows: 'Pedir de novo',
  },
  vazia: emptyState(desk.listRefundsCall, 'Nenhuma devolução', 'Nenhuma devolução. Proponha uma'),
  ...loadingStates(desk.listRefundsCall, 'Devoluções'),
})

const chosen = chooseFile('Arquivo de liquidação', 'asa-2026-11-20.csv', `${settlement.settlementHeader}\n`)
const importing = [chosen, press('Importar')]

const fileScreens = tabScreens('arquivos', 'arquivos', {
  lista: { title: 'Arquivos de liquidação', shows: 'asa-2026-11-19.csv' },
  escolhido: { title: 'Arquivo escolhido', act: chosen, shows: 'Escolher outro arquivo' },
  vazio: {
    title: 'Arquivo vazio',
    act: chooseFile('Arquivo de liquidação', 'vazio.csv', ''),
    shows: 'O arquivo está vazio.',
  },
  enviando: {
    title: 'Arquivo sendo enviado',
    responses: [
      respond(settlement.startSettlementCall, { ...interruptedImport, received_bytes: 0, size_bytes: 39 }),
      respond(settlement.sendSettlementPartCall, unanswered),
    ],
    act: importing,
    shows: 'Enviando: 1 kB de 1 kB',
  },
  parou: {
    title: 'Envio que parou',
    responses: [
      respond(settlement.startSettlementCall, { ...interruptedImport, received_bytes: 0, size_bytes: 39 }),
      respond(settlement.sendSettlementPartCall, unreachable),
    ],
    act: importing,
    shows: 'Continuar o envio',
  },
  'periodo-futuro': {
    title: 'Período que não terminou',
    responses: respond(settlement.startSettlementCall, refusal('partner-points.future-period')),
    act: importing,
    shows: 'O período precisa terminar até ontem.',
  },
  incompleto: {
    title: 'Um envio incompleto',
    act: press('asa-2026-11-19.csv'),
    shows: 'Escolha o mesmo arquivo acima',
  },
  recusado: {
    title: 'Um arquivo com erros',
    responses: respond(settlement.startSettlementCall, refusedImport),
    act: importing,
    shows: 'Nada foi importado.',
  },
  conferindo: {
    title: 'Um arquivo em conferência',
    responses: respond(settlement.listSettlementsCall, [matchingImport]),
    act: press('asa-2026-11-20.csv'),
    shows: 'está sendo conferido',
  },
  conferido: {
    title: 'Um arquivo conferido',
    responses: respond(settlement.startSettlementCall, settlementImport),
    act: importing,
    shows: 'As diferenças estão na aba Conferência.',
  },
  vazia: emptyState(settlement.listSettlementsCall, 'Nenhum arquivo', 'Nenhum arquivo foi importado ainda.'),
  ...loadingStates(settlement.listSettlementsCall, 'Arquivos'),
})

const dayScreens = tabScreens('por-dia', 'por-dia', {
  numeros: { title: 'Números por dia', shows: '51.000 (24)' },
  'sem-dias': {
    title: 'Nenhum resgate ainda',
    responses: respond(settlement.readSettlementFiguresCall, {
      our_balance: 0,
      their_balance: 0,
      states: { matched: 0, only_ours: 0, only_theirs: 0, different_amount: 0 },
      days: [],
    }),
    shows: 'Nenhum resgate nos últimos 30 dias.',
  },
  ...loadingStates(settlement.readSettlementFiguresCall, 'Números por dia'),
})

/** The desk *Conciliação*. */
export const partnerDeskScreens: readonly ScreenState[] = [
  ...itemScreens,
  ...caseScreens,
  ...refundScreens,
  ...fileScreens,
  ...dayScreens,
]
