import { listAuditActorsCall, searchAuditCall, verifyAuditCall } from '@clube/contract/staff/audit-calls.ts'
import { answer, success } from '../../testing/pretend-server.ts'
import { ago, sampleId } from './sample-moments.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const line = {
  position: 812,
  at: ago(4),
  actor: { kind: 'staff', id: sampleId, name: 'Rui Nogueira' },
  action: 'recovery.approve',
  subject: { kind: 'recovery-request', id: sampleId },
  sentence: 'Aprovou o pedido de recuperação 2026-000123-4.',
} as const
const lines = [
  line,
  {
    ...line,
    position: 811,
    action: 'recovery.view-photo',
    sentence: 'Olhou a foto da frente do documento do pedido 2026-000123-4.',
  },
  {
    ...line,
    position: 810,
    actor: { kind: 'customer', id: sampleId, name: null },
    action: 'recovery.submit',
    sentence:
      'Enviou o pedido de recuperação 2026-000123-4, com três fotos. Quem enviou ainda não provou quem é.',
  },
  {
    ...line,
    position: 809,
    actor: { kind: 'system', id: null, name: null },
    action: 'recovery.release',
    sentence: 'A espera de 24 horas do pedido 2026-000122-6 terminou sem objeção; o código foi enviado.',
  },
] as const
/** The desk Auditoria. */
export const auditDeskScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Mesa Auditoria',
    app: 'staff',
    path: '/equipe/auditoria',
    slug: 'auditoria',
    arrange: signedInAs('auditor'),
    answers: [
      answer(searchAuditCall, success([...lines], { next_cursor: '809' })),
      answer(listAuditActorsCall, [{ staff_id: sampleId, name: 'Rui Nogueira' }]),
    ],
  },
  {
    linhas: { title: 'Linhas', shows: 'Aprovou o pedido' },
    nenhuma: {
      title: 'Nenhuma linha',
      answers: answer(searchAuditCall, []),
      shows: 'Nenhuma linha corresponde ao filtro.',
    },
    integra: {
      title: 'Trilha íntegra',
      answers: answer(verifyAuditCall, { at: 'intact', lines: 812, hash: 'ab12'.repeat(16) }),
      act: (person) => person.press('Verificar cadeia'),
      shows: 'A trilha está íntegra: 812 linhas.',
    },
    violada: {
      title: 'Trilha violada',
      answers: answer(verifyAuditCall, { at: 'broken', position: 803, fault: 'changed' }),
      act: (person) => person.press('Verificar cadeia'),
      shows: 'A trilha foi violada: a linha 803 foi alterada.',
    },
    'sem-permissao': {
      title: 'Sem permissão',
      arrange: signedInAs('gate_steward'),
      shows: 'Sem permissão',
    },
  },
)
