import {
  staffListCampaignsCall,
  staffReviewCampaignsCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import * as desk from '@clube/contract/parking-voucher/desk-calls.ts'
import * as reconciliation from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { stayRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import { parkingPaths } from '../../staff/desks/parking/parking-paths.ts'
import { refusal, respond, unreachable } from '../../testing/fake-server.ts'
import {
  deskCampaigns,
  deskVoucher,
  foundTicket,
  handVoucher,
  parkingDraft,
  type parkingItems,
  voucherState,
} from '../../testing/parking-desk-samples.ts'
import { parkingRights, ticketNumber } from '../../testing/parking-samples.ts'
import { samples } from '../../testing/samples.ts'
import { campaign, campaignDraft } from '../../testing/staff-samples.ts'
import { emptyState, loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { choose, key, press, type, waitForText } from './simulated-user.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

const name = 'Estacionamento'
const readTicket = [type('Número do ticket', ticketNumber), press('Consultar')]
const findBoth = [
  type('Número do ticket', ticketNumber),
  type('CPF ou CNPJ', samples.profile.document_id),
  press('Consultar'),
]
const apply = [...findBoth, type('Motivo', 'A pessoa veio sem celular.'), press('Aplicar R$ 20,00')]
const finding = (changes: Partial<typeof foundTicket>) =>
  respond(desk.lookUpParkingTicketCall, { ...foundTicket, ...changes })
const withPerson = (changes: Partial<NonNullable<(typeof foundTicket)['person']>>) =>
  finding({ person: { ...foundTicket.person!, ...changes } })

const applyScreens = deskScreens(
  name,
  'attendant',
  { path: parkingPaths.apply, slug: 'mesa-estacionamento-aplicar' },
  {
    pronta: { title: 'Pronta para ler um ticket', shows: 'Digite, ou use o leitor.' },
    abertura: {
      title: 'A mesa abre na primeira aba',
      path: `/equipe${parkingPaths.desk}`,
      shows: 'Digite, ou use o leitor.',
    },
    varias: {
      title: 'Duas promoções',
      responses: respond(desk.listParkingDeskCampaignsCall, deskCampaigns),
      shows: 'Promoção',
    },
    nenhuma: emptyState(
      desk.listParkingDeskCampaignsCall,
      'Nenhuma promoção',
      'Nenhuma promoção dá vale-estacionamento agora.',
    ),
    'so-o-ticket': {
      title: 'Só o ticket',
      responses: finding({ person: null }),
      act: readTicket,
      shows: 'informe também o documento da pessoa',
    },
    'numero-invalido': {
      title: 'Número inválido',
      act: [type('Número do ticket', '12'), press('Consultar')],
      shows: 'Número do ticket inválido.',
    },
    'nao-encontrado': {
      title: 'Ticket que não existe',
      responses: respond(desk.lookUpParkingTicketCall, refusal('parking-voucher.unknown-ticket')),
      act: readTicket,
      shows: 'Ticket não encontrado. Confira o número.',
    },
    encontrado: { title: 'Ticket e pessoa', act: findBoth, shows: 'Ana Lúcia Pereira' },
    'sem-cadastro': {
      title: 'Documento sem cadastro',
      responses: finding({ person: null }),
      act: findBoth,
      shows: 'Nenhum cadastro tem este documento.',
    },
    'sem-direito': {
      title: 'Pessoa sem direito: só cortesia',
      responses: withPerson({ right: parkingRights.missingReceipts }),
      act: findBoth,
      shows: 'faltam R$ 52,50',
    },
    impedida: {
      title: 'Pessoa que não pode participar',
      responses: withPerson({ reasons: ['Esta promoção é só para pessoas com CPF.'] }),
      act: findBoth,
      shows: 'Esta promoção é só para pessoas com CPF.',
    },
    obstaculo: {
      title: 'Ticket sem valor a pagar',
      responses: finding({
        obstacle: stayRefusals['parking-voucher.nothing-due'].message,
        stay: {
          ...foundTicket.stay,
          discount_cents: 2_400,
          due_cents: 0,
          leave_by: '2026-11-21T15:20:00.000Z',
        },
      }),
      act: findBoth,
      shows: 'Este ticket não tem valor a pagar.',
    },
    'ja-tem-vale': {
      title: 'Ticket que já tem um vale',
      arrange: signedInAs('gift_supervisor'),
      responses: finding({
        obstacle: stayRefusals['parking-voucher.already-applied'].message,
        existing: { ...handVoucher, can_undo: true },
      }),
      act: readTicket,
      shows: 'Desfazer o vale',
    },
    'falta-motivo': {
      title: 'Falta o motivo',
      act: [...findBoth, press('Aplicar R$ 20,00')],
      shows: 'Este campo não pode estar vazio',
    },
    'sem-cortesias': {
      title: 'As cortesias acabaram',
      responses: respond(desk.applyParkingVoucherCall, refusal('parking-voucher.no-courtesies-left')),
      act: [
        ...findBoth,
        choose('Cortesia'),
        type('Motivo', 'Escada rolante parada.'),
        press('Aplicar R$ 20,00'),
      ],
      shows: 'As cortesias de hoje desta promoção acabaram.',
    },
    aplicado: { title: 'Vale aplicado', act: apply, shows: 'Estacionamento liberado até 12:20' },
    processando: {
      title: 'Vale em processamento',
      responses: [
        respond(desk.applyParkingVoucherCall, {
          voucher: { ...handVoucher, state: 'processing', discount_cents: null, due_cents: null },
          repeated: false,
        }),
        respond(desk.readParkingVoucherStateCall, voucherState({ ...handVoucher, state: 'processing' }, '')),
      ],
      act: apply,
      shows: 'Não repita a operação.',
    },
    'nao-aplicado': {
      title: 'Vale que o estacionamento não aplicou',
      responses: [
        respond(desk.applyParkingVoucherCall, {
          voucher: { ...handVoucher, state: 'processing', discount_cents: null, due_cents: null },
          repeated: false,
        }),
        respond(
          desk.readParkingVoucherStateCall,
          voucherState({ ...handVoucher, state: 'failed' }, 'Este ticket já saiu do estacionamento.'),
        ),
      ],
      act: apply,
      shows: 'Este ticket já saiu do estacionamento.',
    },
    'sem-resposta': {
      title: 'A resposta não chegou',
      responses: respond(desk.applyParkingVoucherCall, unreachable),
      act: apply,
      shows: 'conexão de internet',
    },
    ...loadingStates(desk.listParkingDeskCampaignsCall, 'Estacionamento'),
  },
)

const openFirst = async () => document.querySelector<HTMLElement>('[data-row]')?.click()
const openRow = (row: string) => [waitForText(row), openFirst]
const undoable = respond(desk.listParkingVouchersCall, [{ ...deskVoucher, can_undo: true }])
const openUndo = [...openRow('Ana ••• 725'), press('Desfazer o vale')]

const vouchersScreens = deskScreens(
  name,
  'gift_supervisor',
  { path: parkingPaths.vouchers, slug: 'mesa-estacionamento-vales' },
  {
    lista: { title: 'Vales do dia', shows: 'Carla ••• 004' },
    vazia: emptyState(
      desk.listParkingVouchersCall,
      'Nenhum vale no dia',
      'Nenhum vale-estacionamento foi pedido',
    ),
    aberto: { title: 'Um vale do dia', act: openRow('Ana ••• 725'), shows: 'Protocolo' },
    desfeito: {
      title: 'Um vale que foi desfeito',
      responses: respond(desk.listParkingVouchersCall, [
        {
          ...handVoucher,
          state: 'undone',
          undo: {
            requested_at: '2026-11-21T14:50:00.000Z',
            by: 'Karina Lopes',
            reason: 'Ticket de outra pessoa.',
            result: 'undone',
          },
        },
      ]),
      act: openRow('Bruno ••• 118'),
      shows: 'Ticket de outra pessoa.',
    },
    desfazer: {
      title: 'Desfazer um vale',
      responses: undoable,
      act: openUndo,
      shows: 'Só funciona enquanto',
    },
    'tarde-demais': {
      title: 'O carro já saiu',
      responses: [undoable, respond(desk.undoParkingVoucherCall, refusal('parking-voucher.undo-too-late'))],
      act: [
        ...openUndo,
        waitForText('Só funciona enquanto'),
        async () => type('Motivo', 'Ticket de outra pessoa.')(),
        async () => {
          document
            .querySelector('dialog form')
            ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
        },
      ],
      shows: 'O carro já saiu do estacionamento',
    },
    ...loadingStates(desk.listParkingVouchersCall, 'Vales do dia'),
  },
)

const openCase = openRow('2026-000342-8')

const casesScreens = deskScreens(
  name,
  'reconciler',
  { path: parkingPaths.cases, slug: 'mesa-estacionamento-a-decidir' },
  {
    lista: { title: 'Vales a decidir', shows: '2026-000371-5' },
    vazia: emptyState(reconciliation.listParkingCasesCall, 'Nada a decidir', 'Nenhum vale espera decisão'),
    aberto: {
      title: 'Um vale a decidir',
      act: openCase,
      shows: 'A lista do estacionamento traz um desconto',
    },
    aplicado: {
      title: 'Decidir que foi aplicado',
      act: [...openCase, press('Foi aplicado')],
      shows: 'Desconto que o estacionamento deu',
    },
    'desconto-alto': {
      title: 'Desconto maior do que o vale',
      act: [
        ...openCase,
        press('Foi aplicado'),
        type('O que foi conferido', 'Falamos com a operação.'),
        async () => {
          document
            .querySelector('dialog form')
            ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
        },
      ],
      shows: 'Informe o desconto que o estacionamento deu, até R$ 20,00.',
    },
    'nao-aplicado': {
      title: 'Decidir que não foi aplicado',
      act: [...openCase, key('n')],
      shows: 'O que a pessoa usou volta para ela',
    },
    'ja-decidido': {
      title: 'O vale foi decidido por outra pessoa',
      responses: respond(reconciliation.askCarParkAgainCall, refusal('parking-voucher.unknown-case')),
      act: [...openCase, press('Perguntar de novo')],
      shows: 'Este vale não espera mais decisão.',
    },
    ...loadingStates(reconciliation.listParkingCasesCall, 'Vales a decidir'),
  },
)

const day = `/equipe${parkingPaths.day('2026-11-20')}`
const inState = (state: keyof typeof parkingItems): Pick<ScreenRow, 'path'> => ({
  path: `${day}?situacao=${state}`,
})

const daysScreens = deskScreens(
  name,
  'reconciler',
  { path: parkingPaths.days, slug: 'mesa-estacionamento-conferencia' },
  {
    lista: { title: 'Conferência por dia', shows: '20/11/2026' },
    vazia: emptyState(
      reconciliation.listParkingDaysCall,
      'Nenhum dia',
      'Nenhum vale-estacionamento foi aplicado',
    ),
    ...loadingStates(reconciliation.listParkingDaysCall, 'Conferência'),
    'so-nosso': { title: 'Um dia: só nosso', path: day, shows: '2026-000355-7' },
    'so-deles': { title: 'Um dia: só deles', ...inState('only_theirs'), shows: 'Lançamento das 16:12' },
    'valor-diferente': {
      title: 'Um dia: valor diferente, aberto',
      ...inState('different_amount'),
      act: openRow('2026-000357-3'),
      shows: 'com descontos diferentes',
    },
    conferido: { title: 'Um dia: conferido', ...inState('matched'), shows: '2026-000358-1' },
    vazio: {
      title: 'Um dia sem diferenças',
      path: day,
      responses: respond(reconciliation.listParkingItemsCall, []),
      shows: 'Nenhum vale só nosso neste dia.',
    },
    decidir: {
      title: 'Decidir uma diferença',
      path: day,
      act: [...openRow('2026-000355-7'), press('Registrar decisão')],
      shows: 'O que foi apurado e decidido',
    },
    'conferir-agora': {
      title: 'Conferir agora',
      path: day,
      act: press('Conferir agora'),
      shows: 'Conferido: 3 à espera de decisão.',
    },
    mudo: {
      title: 'O estacionamento não respondeu à conferência',
      path: day,
      responses: respond(reconciliation.compareParkingDayCall, refusal('parking-voucher.no-answer')),
      act: press('Conferir agora'),
      shows: 'O estacionamento não respondeu.',
    },
  },
)

const liabilityScreens = deskScreens(
  name,
  'reconciler',
  { path: parkingPaths.liability, slug: 'mesa-estacionamento-relatorio' },
  {
    mes: { title: 'O que devemos no mês', shows: 'Baixar em CSV' },
    vazio: {
      title: 'Nada no período',
      responses: respond(reconciliation.readParkingLiabilityCall, {
        rows: [],
        applied_cents: 0,
        open_cents: 0,
      }),
      shows: 'Nenhum vale-estacionamento neste período.',
    },
    'periodo-longo': {
      title: 'Período longo demais',
      act: type('De', '2026-01-01'),
      shows: 'Escolha um período de até 92 dias',
    },
    ...loadingStates(reconciliation.readParkingLiabilityCall, 'O que devemos'),
  },
)

const drafted: StaffCampaign = { ...campaign, ...parkingDraft, slug: 'estacione-por-nossa-conta' }
const listing = (changes: Partial<StaffCampaign> = {}) =>
  respond(staffListCampaignsCall, [{ ...drafted, ...changes }])

const settingsScreens = [
  ...deskScreens(
    'Promoções',
    'marketing',
    { path: `/promocoes/${campaign.campaign_id}/editar`, slug: 'mesa-promocoes-estacionamento' },
    {
      campos: { title: 'Ajustes do vale-estacionamento', responses: listing(), shows: 'Cortesias por dia' },
      pontos: {
        title: 'Vale-estacionamento por pontos, tarifa inteira',
        responses: listing({
          spend_rule: null,
          settings: {
            ...parkingDraft.settings,
            value: { kind: 'whole-fee', maximum_cents: 4_500 },
            price: { kind: 'points', points: 200 },
          },
        }),
        shows: 'Quantos pontos',
      },
      vazios: {
        title: 'Ajustes vazios do vale-estacionamento',
        responses: [
          listing({ settings: {} }),
          respond(saveDraftCall, { ...campaignDraft, campaign_id: campaign.campaign_id }),
        ],
        act: [press('Adicionar estacionamento'), press('Salvar rascunho')],
        shows: 'Estacionamento 2',
      },
    },
  ),
  ...deskScreens(
    'Aprovações',
    'approver',
    { path: `/aprovacoes/${campaign.campaign_id}`, slug: 'mesa-aprovacoes-estacionamento' },
    {
      resumo: {
        title: 'Vale-estacionamento a aprovar',
        responses: respond(staffReviewCampaignsCall, [{ ...drafted, state: 'in_review' }]),
        shows: 'uma vez por permanência',
      },
    },
  ),
]

/** The desk *Estacionamento*, and the settings of its campaigns. */
export const parkingDeskScreens: readonly ScreenState[] = [
  ...applyScreens,
  ...vouchersScreens,
  ...casesScreens,
  ...daysScreens,
  ...liabilityScreens,
  ...settingsScreens,
]
