import { searchAuditCall, verifyAuditCall, type AuditLineView } from '@clube/contract/staff/audit-calls.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { answer, success } from '../../testing/pretend-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { auditLine, member } from '../../testing/staff-samples.ts'
import { press } from './person.ts'
import type { ScreenState } from './screen-state.ts'
import { ago, deskScreens, later, signedInAs } from './staff-screens.ts'

const invited = (name: string, at: number, invitation: StaffMember['invitation']): StaffMember => ({
  ...member,
  staff_id: sampleId(at),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@equipe.exemplo.com.br`,
  roles: ['service_agent'],
  state: 'invited',
  has_second_factor: false,
  invitation,
})
const times = { sent_at: ago(30), expires_at: later(23) }

const team = deskScreens(
  'Pessoas da equipe',
  'administrator',
  {
    path: '/pessoas',
    slug: 'pessoas',
    answers: answer(listStaffCall, [
      { ...member, last_signed_in_at: ago(200) },
      invited('Nina Prado', 1, { ...times, delivery: 'queued' }),
      invited('Otto Reis', 2, { ...times, delivery: 'sent' }),
      invited('Paula Dias', 3, { ...times, delivery: 'failed' }),
      invited('Quitéria Luz', 4, { ...times, expires_at: ago(60), delivery: 'sent' }),
      { ...invited('Saulo Melo', 5, null), state: 'disabled' },
    ]),
  },
  {
    lista: { title: 'Lista', shows: 'Bruno Lacerda' },
    convidar: { title: 'Convidar', act: press('Convidar'), shows: 'Convidar para a equipe' },
    'convidar-erros': {
      title: 'Convidar, com erros',
      act: [press('Convidar'), press('Enviar convite')],
      shows: 'Escolha pelo menos um papel',
    },
    pessoa: { title: 'Uma pessoa', act: press('Bruno Lacerda'), shows: 'Desativar acesso' },
    convidada: {
      title: 'Uma pessoa cujo convite não chegou',
      act: press('Paula Dias'),
      shows: 'O e-mail não pôde ser entregue.',
    },
  },
)

/** Lines of staff, of a customer and of the system, newest first. */
const lines: AuditLineView[] = [
  auditLine,
  {
    ...auditLine,
    position: 811,
    action: 'recovery.view-photo',
    sentence: 'Olhou a foto da frente do documento do pedido 2026-000123-4.',
  },
  {
    ...auditLine,
    position: 810,
    actor: { kind: 'customer', id: sampleId(108), name: null },
    action: 'recovery.submit',
    sentence:
      'Enviou o pedido de recuperação 2026-000123-4, com três fotos. Quem enviou ainda não provou quem é.',
  },
  {
    ...auditLine,
    position: 809,
    actor: { kind: 'system', id: null, name: null },
    action: 'recovery.release',
    sentence: 'A espera de 24 horas do pedido 2026-000122-6 terminou sem objeção; o código foi enviado.',
  },
]

const audit = deskScreens(
  'Auditoria',
  'auditor',
  {
    path: '/auditoria',
    slug: 'auditoria',
    answers: answer(searchAuditCall, success(lines, { next_cursor: '809' })),
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
      act: press('Verificar cadeia'),
      shows: 'A trilha está íntegra: 812 linhas.',
    },
    violada: {
      title: 'Trilha violada',
      answers: answer(verifyAuditCall, { at: 'broken', position: 803, violation: 'changed' }),
      act: press('Verificar cadeia'),
      shows: 'A trilha foi violada: a linha 803 foi alterada.',
    },
    'sem-permissao': { title: 'Sem permissão', arrange: signedInAs('gate_steward'), shows: 'Sem permissão' },
  },
)

/** The desks Pessoas da equipe and Auditoria. */
export const administrationDeskScreens: readonly ScreenState[] = [...team, ...audit]
