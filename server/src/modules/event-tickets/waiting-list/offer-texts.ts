import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatInstantShort, formatInstant, type MessageTexts } from '../../messaging/index.ts'

/** Texts of the message that returned places are held for a customer on the waiting list. */
export const offerTexts = (
  offer: { readonly session_title: string; readonly quantity: number; readonly until: Date },
  zone: TimeZone,
): MessageTexts => {
  const tickets = offer.quantity === 1 ? '1 ingresso' : `${offer.quantity} ingressos`
  return {
    subject: 'Chegou a sua vez: há ingressos para você',
    paragraphs: [
      `Separamos ${tickets} da sessão ${offer.session_title} para você.`,
      `Entre no clube e aceite até ${formatInstant(offer.until, zone)}; depois disso a vez passa para a próxima pessoa.`,
    ],
    code: null,
    short: `Há ${tickets} para você até ${formatInstantShort(offer.until, zone)}. Entre no clube e aceite.`,
    warning: null,
  }
}
