import { inviteStaffCall, listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { answer, refusal } from '../../testing/pretend-server.ts'
import { ago, later, sampleId } from './sample-moments.ts'
import { screensOf, type ScreenState } from './screen-state.ts'
import { signedInAs } from './staff-screens.ts'

const member: StaffMember = {
  staff_id: sampleId,
  name: 'Bruno Lacerda',
  email: 'marketing@equipe.exemplo.com.br',
  roles: ['marketing'],
  state: 'active',
  has_second_factor: true,
  created_at: ago(60 * 24 * 40),
  last_signed_in_at: ago(200),
  invitation: null,
}
const invited = (name: string, at: number, invitation: StaffMember['invitation']): StaffMember => ({
  ...member,
  staff_id: sampleId.replace('0', String(at)),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@equipe.exemplo.com.br`,
  roles: ['service_agent'],
  state: 'invited',
  has_second_factor: false,
  last_signed_in_at: null,
  invitation,
})
const times = { sent_at: ago(30), expires_at: later(23) }
/** The desk Pessoas da equipe. */
export const teamDeskScreens: readonly ScreenState[] = screensOf(
  {
    group: 'Mesa Pessoas da equipe',
    app: 'staff',
    path: '/equipe/pessoas',
    slug: 'pessoas',
    arrange: signedInAs('administrator'),
    answers: answer(listStaffCall, [
      member,
      invited('Nina Prado', 1, { ...times, delivery: 'queued' }),
      invited('Otto Reis', 2, { ...times, delivery: 'sent' }),
      invited('Paula Dias', 3, { ...times, delivery: 'failed' }),
      invited('Quitéria Luz', 4, { ...times, expires_at: ago(60), delivery: 'sent' }),
      { ...invited('Saulo Melo', 5, null), state: 'disabled' },
    ]),
  },
  {
    lista: { title: 'Lista', shows: 'Bruno Lacerda' },
    convidar: {
      title: 'Convidar',
      act: (person) => person.press('Convidar'),
      shows: 'Convidar para a equipe',
    },
    'convidar-erros': {
      title: 'Convidar, com erros',
      answers: answer(inviteStaffCall, refusal('staff.email-taken')),
      act: async (person) => {
        await person.press('Convidar')
        await person.press('Enviar convite')
      },
      shows: 'Escolha pelo menos um papel',
    },
    pessoa: {
      title: 'Uma pessoa',
      act: (person) => person.press('Bruno Lacerda'),
      shows: 'Desativar acesso',
    },
    convidada: {
      title: 'Uma pessoa cujo convite não chegou',
      act: (person) => person.press('Paula Dias'),
      shows: 'O e-mail não pôde ser entregue.',
    },
  },
)
