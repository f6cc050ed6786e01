import type { DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { endedAwardRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { formatDate, formatTime } from '../../../parts/club-time.ts'

/** What the desk shows. */
export type Shown =
  | { readonly kind: 'ready' }
  /** A code or a delivery was refused, with the server's message. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'award'
      readonly award: DeskAward
      /** Incremented with each code that is read, so that each begins without a birth date and signature. */
      readonly reading: number
      /** A delivery was sent and its response was lost. */
      readonly isUnanswered: boolean
    }
  /** Several prizes of a person who was found by document; one is chosen. */
  | { readonly kind: 'found'; readonly awards: readonly DeskAward[] }
  /** A document without an account, or whose person has no prize to pick up. */
  | { readonly kind: 'nothing-found'; readonly hasAccount: boolean }
  | { readonly kind: 'delivered'; readonly award: DeskAward }
  | { readonly kind: 'undone'; readonly award: DeskAward }

/** Why a prize is not delivered: a title and what to do; null if it can be. */
export const obstacleOf = (award: DeskAward): { title: string; detail: string } | null => {
  switch (award.state) {
    case 'delivered': {
      const deliveredAt = award.delivered_at ?? award.won_at
      const detail = fillMessage(endedAwardRefusals['scratch-card.already-delivered'].message, {
        date: formatDate(deliveredAt),
        time: formatTime(deliveredAt),
      })
      const deliveredBy = award.delivered_by === null ? '' : ` Quem entregou: ${award.delivered_by}.`
      return { title: 'Já entregue', detail: `${detail}${deliveredBy}` }
    }
    case 'cancelled':
      return { title: 'Cancelado', detail: endedAwardRefusals['scratch-card.award-cancelled'].message }
    case 'expired': {
      // The deadline is exclusive.
      const lastDay = new Date(Date.parse(award.expires_at ?? award.won_at) - 1)
      const { message } = endedAwardRefusals['scratch-card.award-expired']
      return { title: 'Fora do prazo', detail: fillMessage(message, { date: formatDate(lastDay) }) }
    }
    case 'pending':
      return award.needs_account
        ? {
            title: 'Falta o cadastro',
            detail:
              'Este prêmio é entregue só a quem tem cadastro com senha. Peça à pessoa para completar o cadastro e leia o código de novo.',
          }
        : null
    default:
      return award.state satisfies never
  }
}
