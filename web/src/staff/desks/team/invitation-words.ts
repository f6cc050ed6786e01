import type { Invitation, StaffMember } from '@clube/contract/staff/member.ts'
import { staffStateTitles } from '@clube/contract/staff/member.ts'
import { instantInWords } from '../../parts/instant.ts'

/** Where an invitation stands, in a few words and in a sentence. */
export type InvitationStanding = {
  title: string
  tone: 'warn' | 'bad'
  sentence: string
}

/**
 * What became of an invitation that nobody used.
 * @param now the browser's clock; whether the link still works is the server's word
 */
export function standingOf(invitation: Invitation, now: Date): InvitationStanding {
  const { delivery, sent_at, expires_at } = invitation
  if (new Date(expires_at) <= now) {
    const sentence = `Venceu em ${instantInWords(expires_at)} sem ser usado. Envie outro.`
    return { title: 'Convite vencido', tone: 'bad', sentence }
  }
  const until = `Vale até ${instantInWords(expires_at)}.`
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
        sentence: `Enviado por e-mail em ${instantInWords(sent_at)}. ${until}`,
      }
    case null:
      return {
        title: 'Convite criado',
        tone: 'warn',
        sentence: `Criado na instalação em ${instantInWords(sent_at)}, sem e-mail. ${until}`,
      }
    default:
      return delivery satisfies never
  }
}

/** What the list shows as a member's situation. */
export function situationOf(
  { state, invitation }: Pick<StaffMember, 'state' | 'invitation'>,
  now: Date,
): { title: string; tone: 'good' | 'warn' | 'bad' } {
  switch (state) {
    case 'active':
      return { title: staffStateTitles.active, tone: 'good' }
    case 'disabled':
      return { title: staffStateTitles.disabled, tone: 'bad' }
    case 'invited':
      return invitation ? standingOf(invitation, now) : { title: 'Sem convite', tone: 'bad' }
    default:
      return state satisfies never
  }
}
