import {
  gateCountersCall,
  listScansCall,
  offlineListCall,
  scanTicketCall,
  undoAdmissionCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { respond, crashed, refusal, unreachable } from '../../testing/fake-server.ts'
import { admission, counters, doubleEntry } from '../../testing/staff-samples.ts'
import { press, waitForText, type } from './simulated-user.ts'
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
  waitForText('lista de'),
]
const validate = [...openGate, type('Código do ingresso', 'K7QM-2XPD-9FHT'), press('Validar')]
const undo = [...validate, press('Desfazer esta entrada')]
const readScans = [...openGate, press('Últimas leituras')]

const doubleEntries = [
  respond(
    gateCountersCall,
    counters.map((each, index) => ({ ...each, double_entries: index })),
  ),
  respond(listScansCall, [doubleEntry]),
]

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
    desfazer: { title: 'Desfazer uma entrada', act: undo, shows: 'Só desfaça se a pessoa não entrou.' },
    desfeita: {
      title: 'Entrada desfeita',
      act: [...undo, press('Desfazer a entrada')],
      shows: 'Entrada desfeita',
    },
    'desfazer-tarde': {
      title: 'Tarde demais para desfazer',
      responses: respond(undoAdmissionCall, refusal('event-tickets.undo-too-late', { minutes: 10 })),
      act: [...undo, press('Desfazer a entrada')],
      shows: 'Uma entrada só pode ser desfeita nos primeiros 10 minutos.',
    },
    'minhas-entradas': {
      title: 'Minhas últimas entradas',
      act: [...openGate, press('Minhas últimas entradas')],
      shows: 'Ana, final 9FHT',
    },
    'entradas-em-dobro': {
      title: 'Entradas em dobro',
      responses: doubleEntries,
      act: openGate,
      shows: 'Houve 1 entrada em dobro',
    },
    'lista-em-dobro': {
      title: 'Lista das entradas em dobro',
      responses: doubleEntries,
      act: [...openGate, press('Ver entradas em dobro')],
      shows: 'Entrou também',
    },
    trocar: {
      title: 'Trocar de portaria',
      act: [...openGate, press('Trocar')],
      shows: 'Voltar para Entrada B',
    },
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
