import {
  listRecoveryRequestsCall,
  readRecoveryRequestCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import { answer, refusal, unanswered, unreachable } from '../../testing/pretend-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { staffSamples } from '../../testing/staff-samples.ts'
import { ago, later } from './sample-moments.ts'
import type { ScreenState } from './screen-state.ts'
import { deskScreens } from './staff-screens.ts'

const { request } = staffSamples
const mine = { ...request, state: 'in_review', is_mine: true, reviewer_name: 'Isabel Teixeira' } as const
const both = { ...mine, changes_both_contacts: true, email: { ...request.email, is_on_file: false } }

const reading = (one: RecoveryRequest) => answer(readRecoveryRequestCall, one)

const queue = deskScreens(
  'Recuperações',
  'account_security',
  {
    path: '/recuperacoes',
    slug: 'recuperacoes',
    answers: answer(listRecoveryRequestsCall, [
      request,
      { ...mine, id: sampleId(1), protocol: '2026-000124-2', submitted_at: ago(70) },
      {
        ...both,
        id: sampleId(2),
        protocol: '2026-000125-9',
        is_mine: false,
        submitted_at: ago(12),
      },
    ]),
  },
  {
    fila: { title: 'Fila', shows: '2026-000123-4' },
    vazia: { title: 'Fila vazia', answers: answer(listRecoveryRequestsCall, []), shows: 'Nenhum pedido' },
    esperando: {
      title: 'Fila, esperando',
      answers: answer(listRecoveryRequestsCall, unanswered),
      shows: 'Recuperações',
    },
    'sem-rede': {
      title: 'Fila, sem rede',
      answers: answer(listRecoveryRequestsCall, unreachable),
      shows: 'Tentar',
    },
  },
)
const requestPage = deskScreens(
  'Recuperações',
  'account_security',
  {
    path: `/recuperacoes/${request.id}`,
    slug: 'pedido',
  },
  {
    novo: { title: 'Pedido novo', answers: reading(request), shows: 'Aguardando análise' },
    'em-analise': { title: 'Pedido em análise', answers: reading(mine), shows: 'O documento está legível?' },
    'dois-contatos': {
      title: 'Pedido que troca os dois contatos',
      answers: reading(both),
      shows: 'precisa de duas aprovações',
    },
    'falta-conferir': {
      title: 'Aprovar sem conferir',
      answers: reading(mine),
      act: (person) => person.press('Aprovar'),
      shows: 'Só é possível aprovar quando todos os itens conferem.',
    },
    'pedir-de-novo': {
      title: 'Pedir de novo',
      answers: reading(mine),
      act: async (person) => {
        await person.sees('O documento está legível?')
        await person.key('p')
      },
      shows: 'Envie um documento aceito: CNH ou RG com CPF.',
    },
    segunda: {
      title: 'Segunda aprovação',
      answers: reading({ ...both, state: 'needs_second', is_mine: false, reviewer_name: 'Rui Nogueira' }),
      shows: 'Aguardando segunda aprovação',
    },
    espera: {
      title: 'Em espera de 24 horas',
      answers: reading({ ...both, state: 'held', is_mine: false, held_until: later(23) }),
      shows: 'Em espera de 24 horas',
    },
    aprovado: {
      title: 'Pedido aprovado',
      answers: reading({ ...request, state: 'approved', reviewer_name: 'Rui Nogueira', decided_at: ago(5) }),
      shows: 'Aprovado',
    },
    recusado: {
      title: 'Pedido recusado',
      answers: reading({
        ...request,
        state: 'rejected',
        reviewer_name: 'Rui Nogueira',
        decided_at: ago(5),
        reason: 'As fotos enviadas não são da pessoa que tem este cadastro.',
        photos: request.photos.map((photo) => ({ ...photo, is_purged: true })),
      }),
      shows: 'As fotos enviadas não são da pessoa que tem este cadastro.',
    },
    desconhecido: {
      title: 'Pedido que não existe',
      answers: answer(readRecoveryRequestCall, refusal('recovery.unknown-request')),
      shows: 'Pedido não encontrado.',
    },
  },
)

/** The desk Recuperações: its queue and one request. */
export const recoveryDeskScreens: readonly ScreenState[] = [...queue, ...requestPage]
