import {
  gateCountersCall,
  listGateSessionsCall,
  listScansCall,
  offlineListCall,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { Person } from './person.ts'
import { answer, crashed, unreachable } from '../../testing/pretend-server.ts'
import { ago, later, sampleId } from './sample-moments.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

/** A device on which no gate was chosen before. */
const atNewGate = (role: 'gate_steward' | 'gate_supervisor') => () => {
  localStorage.clear()
  // A sample need not be reloadable offline, and the gallery's policy forbids service workers.
  Object.defineProperty(globalThis, 'caches', { value: undefined })
  // Without a user gesture browsers would warn about the vibration.
  Object.defineProperty(navigator, 'vibrate', { value: () => true })
  indexedDB.deleteDatabase('clube-portaria')
  signedInAs(role)()
}

const session = {
  session_id: sampleId,
  campaign_title: 'Natal no Ipê',
  title: 'Ensaio aberto, 19h',
  place: 'Praça central, piso térreo',
  starts_at: ago(20),
  ends_at: later(2),
  no_show_from: ago(5),
  sold: 180,
  admitted: 96,
}
const verdict = {
  result: 'admitted',
  used_at: ago(0),
  used_gate: 'Entrada B',
  participant_name: 'Benedita',
  other_session: null,
  repeated: false,
} as const
const scan = (change: Partial<DataOf<typeof listScansCall>[number]>) => ({
  scan_id: JSON.stringify(change),
  gate: 'Entrada A',
  result: 'admitted' as const,
  scanned_at: ago(3),
  staff_name: 'Eduardo Lima',
  reason: null,
  quantity: 1,
  ...change,
})
const scans = [
  scan({ result: 'override', reason: 'QR Code rasgado, documento conferido', scanned_at: ago(1) }),
  scan({ result: 'already_used', gate: 'Entrada B', staff_name: 'Paula Reis' }),
  scan({ result: 'door', quantity: 3, scanned_at: ago(6) }),
  scan({ result: 'released', scanned_at: ago(8) }),
  scan({ scanned_at: ago(12) }),
]

const openGate = async (person: Person): Promise<void> => {
  await person.type('Nome desta portaria', 'Entrada B')
  await person.press('Abrir portaria')
  // Required for decisions without the server.
  await person.sees('lista de')
}
const validate = async (person: Person): Promise<void> => {
  await openGate(person)
  await person.type('Código do ingresso', 'K7QM-2XPD-9FHT')
  await person.press('Validar')
}
const readScans = async (person: Person): Promise<void> => {
  await openGate(person)
  await person.press('Últimas leituras')
}

/** The desk Portaria. */
export const gateDeskScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Mesa Portaria',
    app: 'staff',
    path: '/equipe/portaria',
    slug: 'portaria',
    // IndexedDB: list and queue.
    reload: true,
    arrange: atNewGate('gate_supervisor'),
    answers: [
      answer(listGateSessionsCall, [session]),
      answer(gateCountersCall, [
        { gate: 'Entrada A', admitted: 60, refused: 2, overridden: 1, at_the_door: 3 },
        { gate: 'Entrada B', admitted: 36, refused: 1, overridden: 0, at_the_door: 0 },
      ]),
      answer(offlineListCall, { session_id: sampleId, tickets: [] }),
      answer(scanTicketCall, verdict),
      answer(listScansCall, scans),
    ],
  },
  {
    escolher: { title: 'Escolher sessão e portaria', shows: 'Ensaio aberto, 19h' },
    pronta: { title: 'Pronta', act: openGate, shows: 'Pronto' },
    liberado: { title: 'Liberado', act: validate, shows: 'Liberado' },
    utilizado: {
      title: 'Já utilizado',
      answers: answer(scanTicketCall, { ...verdict, result: 'already_used', used_at: ago(9) }),
      act: validate,
      shows: 'Já utilizado',
    },
    'servidor-falhou': {
      title: 'O servidor falhou',
      answers: answer(scanTicketCall, crashed),
      act: validate,
      shows: 'O servidor não respondeu; tentaremos de novo',
    },
    'sem-conexao': {
      title: 'Sem conexão',
      answers: answer(scanTicketCall, unreachable),
      act: validate,
      shows: 'Não está na lista',
    },
    leituras: { title: 'Últimas leituras', act: readScans, shows: 'QR Code rasgado' },
    'nenhuma-leitura': {
      title: 'Nenhuma leitura',
      answers: answer(listScansCall, []),
      act: readScans,
      shows: 'Nenhuma leitura nesta sessão ainda.',
    },
    'leituras-falharam': {
      title: 'Leituras que não vieram',
      answers: answer(listScansCall, unreachable),
      act: readScans,
      shows: 'Tentar novamente',
    },
  },
)
