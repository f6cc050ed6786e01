import { listScansCall, offlineListCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { respond, crashed, refusal, unreachable } from '../../testing/fake-server.ts'
import { admission } from '../../testing/staff-samples.ts'
import { press, sees, type } from './person.ts'
import type { ScreenState } from './screen-state.ts'
import { deskScreens, signedInAs } from './staff-screens.ts'

/** A device on which no gate was chosen before. */
const beginAtNewGate = () => {
  localStorage.clear()
  // A sample need not be reloadable offline, and the gallery's policy forbids service workers.
  Object.defineProperty(globalThis, 'caches', { value: undefined })
  // Without a user gesture browsers would warn about the vibration.
  Object.defineProperty(navigator, 'vibrate', { value: () => true })
  indexedDB.deleteDatabase('clube-portaria')
  signedInAs('gate_supervisor')()
}

const openGate = [
  type('Nome desta portaria', 'Entrada B'),
  press('Abrir portaria'),
  // Required for decisions without the server.
  sees('lista de'),
]
const validate = [...openGate, type('Código do ingresso', 'K7QM-2XPD-9FHT'), press('Validar')]
const readScans = [...openGate, press('Últimas leituras')]

/** The desk Portaria. */
export const gateDeskScreens: readonly ScreenState[] = deskScreens(
  'Portaria',
  'gate_supervisor',
  {
    path: '/portaria',
    slug: 'portaria',
    // IndexedDB: list and queue.
    reload: true,
    arrange: beginAtNewGate,
  },
  {
    escolher: { title: 'Escolher sessão e portaria', shows: 'Ensaio aberto' },
    pronta: { title: 'Pronta', act: openGate, shows: 'Pronto' },
    'lista-mais-tarde': {
      title: 'Lista ainda não disponível',
      responses: respond(
        offlineListCall,
        refusal('event-tickets.list-too-early', { date: '21/11/2026', time: '0h30' }),
      ),
      act: openGate.slice(0, 2),
      shows: 'A lista fica disponível a partir de 21/11/2026 às 0h30.',
    },
    liberado: { title: 'Liberado', act: validate, shows: 'Liberado' },
    utilizado: {
      title: 'Já utilizado',
      responses: respond(scanTicketCall, { ...admission, result: 'already_used' }),
      act: validate,
      shows: 'Já utilizado',
    },
    'servidor-falhou': {
      title: 'O servidor falhou',
      responses: respond(scanTicketCall, crashed),
      act: validate,
      shows: 'O clube não respondeu; tentaremos de novo',
    },
    'sem-conexao': {
      title: 'Sem conexão',
      responses: respond(scanTicketCall, unreachable),
      act: validate,
      shows: 'Não está na lista',
    },
    leituras: { title: 'Últimas leituras', act: readScans, shows: 'QR rasgado' },
    'nenhuma-leitura': {
      title: 'Nenhuma leitura',
      responses: respond(listScansCall, []),
      act: readScans,
      shows: 'Nenhuma leitura nesta sessão ainda.',
    },
    'leituras-falharam': {
      title: 'Leituras que não vieram',
      responses: respond(listScansCall, unreachable),
      act: readScans,
      shows: 'Tentar novamente',
    },
  },
)
