import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { clubClock } from '../../../parts/club-moment.ts'

/** The greeting of an hour (0 to 23): good morning from 5, afternoon from 12, evening from 18. */
export function greetingAt(hour: number): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}

/**
 * The name to greet by, in the writing of a name whatever keys were held down: `MARIA` is greeted as Maria. Companies,
 * which are greeted by their whole name, keep theirs.
 */
export function greetedName(name: string): string {
  const isShouted = /^\p{Lu}{2,}$/u.test(name)
  return isShouted ? name.charAt(0) + name.slice(1).toLocaleLowerCase('pt-BR') : name
}

export type NextStep = {
  id: 'reservation' | 'receipt' | 'address' | 'offers' | 'regulation'
  title: string
  text: string
}

/** What the person has in the club, as far as the page knows. */
export type Having = {
  held: Pick<Reservation, 'expires_at'> | null
  /** Null while nobody knows. */
  has_receipts: boolean | null
}
const nothingKnown: Having = { held: null, has_receipts: null }

const steps = {
  receipt: {
    title: 'Cadastre sua primeira nota',
    text: 'Cada compra nas lojas do shopping vale pontos.',
  },
  address: {
    title: 'Complete seu endereço',
    text: 'Ele ainda falta no seu cadastro.',
  },
  offers: {
    title: 'Receba ofertas por e-mail',
    text: 'Só se você quiser. Hoje não enviamos nenhuma.',
  },
  regulation: {
    title: 'Conheça o regulamento do clube',
    text: 'Quem participa, como funciona e quais são os seus direitos.',
  },
} as const satisfies Record<Exclude<NextStep['id'], 'reservation'>, Omit<NextStep, 'id'>>

/**
 * What stands in the home's best place, and the rest: whatever waits for the person, else another receipt, which is what
 * people come for.
 */
export function firstStep(all: readonly NextStep[]): { first: NextStep; others: NextStep[] } {
  const [urgent] = all
  const waits = urgent?.id === 'reservation' || urgent?.id === 'receipt'
  if (waits) return { first: urgent, others: all.slice(1) }
  return { first: { id: 'receipt', ...steps.receipt, title: 'Cadastre suas notas' }, others: [...all] }
}

/** What a person may do next, the most urgent first. Only what exists. */
export function nextSteps(
  profile: Pick<Profile, 'address' | 'email_marketing_subscription'>,
  having: Having = nothingKnown,
): NextStep[] {
  const ids: Exclude<NextStep['id'], 'reservation'>[] = []
  if (having.has_receipts === false) ids.push('receipt')
  if (!profile.address) ids.push('address')
  if (profile.email_marketing_subscription === 'no') ids.push('offers')
  ids.push('regulation')
  const others: NextStep[] = ids.map((id) => ({ id, ...steps[id] }))
  if (!having.held) return others
  const text = `Seus lugares estão guardados até ${clubClock(having.held.expires_at)}.`
  return [{ id: 'reservation', title: 'Confirme a sua reserva', text }, ...others]
}
