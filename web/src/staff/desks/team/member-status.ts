import type { Invitation, StaffMember } from '@clube/contract/staff/member.ts'
import { staffStateTitles } from '@clube/contract/staff/member.ts'
import { formatInstant } from '../../parts/instant.ts'

/** Status of an invitation, as a label and a sentence. */
export type InvitationStatus = {
  title: string
  tone: 'warn' | 'bad'
  sentence: string
}

/**
 * Status of an invitation that has not been accepted.
 * @param now the browser's clock; the server decides whether the link still works
 */
export function invitationStatus(invitation: Invitation, now: Date): InvitationStatus {
  const { delivery, sent_at, expires_at } = invitation
  if (new Date(expires_at) <= now) {
    const sentence = `Venceu em ${formatInstant(expires_at)} sem ser usado. Envie outro.`
    return { title: 'Convite vencido', tone: 'bad', sentence }
  }
  const until = `Vale até ${formatInstant(expires_at)}.`
  switch (delivery) {
    case 'queued':
      return { title: 'Convite a caminho', tone: 'warn', sentence: `O e-mail está a caminho. ${until}` }
    case 'failed':
      return {
        title: 'E-mail não entregue',
        tone: 'bad',
        sentence: 'O e-mail não pôde ser entregue. Confira o endereço e envie de novo.',
      }
    case 'sent':
      return {
        title: staffStateTitles.invited,
        tone: 'warn',
        sentence: `Enviado por e-mail em ${formatInstant(sent_at)}. ${until}`,
      }
    case null:
      return {
        title: 'Convite criado',
        tone: 'warn',
        sentence: `Criado na instalação em ${formatInstant(sent_at)}, sem e-mail. ${until}`,
      }
    default:
      return delivery satisfies never
  }
}

/** A member's status in the list. */
export function memberStatus(
  { state, invitation }: Pick<StaffMember, 'state' | 'invitation'>,
  now: Date,
): { title: string; tone: 'good' | 'warn' | 'bad' } {
  switch (state) {
    case 'active':
      return { title: staffStateTitles.active, tone: 'good' }
    case 'disabled':
      return { title: staffStateTitles.disabled, tone: 'bad' }
    case 'invited':
      return invitation ? invitationStatus(invitation, now) : { title: 'Sem convite', tone: 'bad' }
    default:
      return state satisfies never
  }
}
