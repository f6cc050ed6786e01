import { listMyAwardsCall, type ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import { clearOffline, storeWallet } from '../../platform/offline/wallet-store.ts'
import { respond, unreachable, type DeclaredResponse } from '../../testing/fake-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { pendingAward, pointsAward } from '../../testing/scratch-award-samples.ts'
import { emptyState, loadingStates, type ScreenRow, type ScreenState } from './screen-state.ts'
import { signedInScreens, signedIn } from './shopper-screens.ts'

const group = 'Raspadinhas'
const awardAs = (changes: Partial<ScratchAward>): ScratchAward => ({ ...pendingAward, ...changes })
const responseOf = (changes: Partial<ScratchAward>): DeclaredResponse =>
  respond(listMyAwardsCall, [awardAs(changes)])

/** Prizes in every state. */
const awards = [
  pendingAward,
  awardAs({ award_id: sampleId(7193), state: 'delivered', delivered_at: '2026-11-20T18:30:00Z' }),
  pointsAward,
  awardAs({ award_id: sampleId(7194), state: 'expired', expires_at: '2026-11-18T15:00:00Z' }),
  awardAs({ award_id: sampleId(7195), state: 'cancelled' }),
]

/** The states on a device that stores no prizes. */
const unstored = (rows: Readonly<Record<string, ScreenRow>>): Readonly<Record<string, ScreenRow>> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      {
        ...row,
        arrange: async () => {
          signedIn()
          await clearOffline()
        },
      },
    ]),
  )

/** A device that stores prizes and cannot reach the server. */
const stored = {
  arrange: async () => {
    signedIn()
    await storeWallet('/raspadinhas/premios', awards)
  },
  responses: respond(listMyAwardsCall, unreachable),
  shows: 'Estes são os prêmios guardados neste aparelho',
} as const

const page = signedInScreens(
  { group, path: `/raspadinhas/premios/${pendingAward.award_id}`, slug: 'premio' },
  respond(listMyAwardsCall, awards),
  {
    'para-retirar': { title: 'Prêmio para retirar', shows: 'K7QM-2XPD-9FHT' },
    'ultimas-horas': {
      title: 'Prêmio, últimas horas, com assinatura',
      responses: responseOf({ expires_at: '2026-11-21T20:30:00Z', needs_signature: true }),
      shows: 'faltam 5 horas',
    },
    'falta-cadastro': {
      title: 'Prêmio que pede o cadastro completo',
      responses: responseOf({ needs_account: true }),
      shows: 'complete antes o seu cadastro',
    },
    entregue: {
      title: 'Prêmio entregue, com recibo',
      responses: responseOf({ state: 'delivered', delivered_at: '2026-11-20T18:30:00Z' }),
      shows: 'Recibo em PDF',
    },
    vencido: {
      title: 'Prêmio vencido',
      responses: responseOf({ state: 'expired', expires_at: '2026-11-18T15:00:00Z' }),
      shows: 'O prazo de retirada terminou',
    },
    cancelado: {
      title: 'Prêmio cancelado',
      responses: responseOf({ state: 'cancelled' }),
      shows: 'Cancelado',
    },
    pontos: {
      title: 'Pontos ganhos',
      responses: respond(listMyAwardsCall, [{ ...pointsAward, award_id: pendingAward.award_id }]),
      shows: 'No seu saldo de pontos desde',
    },
    'de-outra-pessoa': {
      title: 'Prêmio de outra pessoa',
      responses: respond(listMyAwardsCall, []),
      shows: 'Este prêmio não está entre os seus.',
    },
    ...unstored(loadingStates(listMyAwardsCall, 'Prêmio')),
    guardado: { title: 'Prêmio guardado no aparelho', ...stored },
  },
)

const mine = signedInScreens(
  { group, path: '/raspadinhas/premios', slug: 'meus-premios' },
  respond(listMyAwardsCall, awards),
  {
    cheios: { title: 'Meus prêmios', shows: 'Par de ingressos de cinema' },
    vazios: emptyState(listMyAwardsCall, 'Nenhum prêmio', 'Os prêmios das suas raspadinhas aparecem aqui.'),
    ...unstored(loadingStates(listMyAwardsCall, 'Meus prêmios')),
    guardados: { title: 'Prêmios guardados no aparelho', ...stored },
  },
)

/** The pages of prizes won with scratch cards. */
export const scratchAwardScreens: readonly ScreenState[] = [...page, ...mine]
