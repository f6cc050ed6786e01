import { staffStateTitles, type Invitation, type StaffMember } from '@clube/contract/staff/member.ts'
import { formatInstant } from '../../parts/instant.ts'

/** A status in the list. */
type Status = { title: string; tone: 'good' | 'warn' | 'bad' }

/**
 * Status of an invitation that has not been accepted, with a sentence about it.
 * @param now the browser's clock; the server decides whether the link still works
 */
export function invitationStatus(invitation: Invitation, now: Date): Status & { sentence: string } {
  const [sent_at, expires_at] = [invitation.sent_at, invitation.expires_at].map(formatInstant)
  if (new Date(invitation.expires_at) <= now) {
    const sentence = `Venceu em ${expires_at} sem ser usado. Envie outro.`
    return { title: 'Convite vencido', tone: 'bad', sentence }
  }
  const delivery = invitation.delivery ?? 'none'
  const [title, sentence] = {
    queued: ['Convite a caminho', 'O e-mail está a caminho.'],
    sent: [staffStateTitles.invited, `Enviado por e-mail em ${sent_at}.`],
    failed: ['E-mail não entregue', 'O e-mail não pôde ser entregue. Confira o endereço e envie de novo.'],
    none: ['Convite criado', `Criado na instalação em ${sent_at}, sem e-mail.`],
  }[delivery] as [string, string]
  if (delivery === 'failed') return { title, tone: 'bad', sentence }
  return { title, tone: 'warn', sentence: `${sentence} Vale até ${expires_at}.` }
}

export function memberStatus(
  { state, invitation }: Pick<StaffMember, 'state' | 'invitation'>,
  now: Date,
): Status {
  if (state !== 'invited')
    return { title: staffStateTitles[state], tone: state === 'active' ? 'good' : 'bad' }
  return invitation ? invitationStatus(invitation, now) : { title: 'Sem convite', tone: 'bad' }
}
