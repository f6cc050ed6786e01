import type { Profile } from '@clube/contract/identity/account-calls.ts'
import type { UrgentStep } from '../../promotions/promotion.ts'

/** The greeting of an hour (0 to 23): good morning from 5, afternoon from 12, evening from 18. */
export function greetingAt(hour: number): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}

/**
 * The name to greet a person by, in title case: `MARIA` becomes Maria. Companies are greeted by their whole name,
 * unchanged.
 */
export function greetedName(name: string): string {
  const isShouted = /^\p{Lu}{2,}$/u.test(name)
  return isShouted ? name.charAt(0) + name.slice(1).toLocaleLowerCase('pt-BR') : name
}

export type NextStep = {
  id: 'urgent' | 'receipt' | 'address' | 'offers' | 'regulation'
  title: string
  text: string
  /** Set on urgent steps only; the others lead to the club's own pages. */
  href?: string
}

/** What the person has in the club, as far as it is loaded. */
export type Having = {
  urgent: readonly UrgentStep[]
  /** Null while unknown. */
  has_receipts: boolean | null
}
const nothingKnown: Having = { urgent: [], has_receipts: null }

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
} as const satisfies Record<Exclude<NextStep['id'], 'urgent'>, Omit<NextStep, 'id'>>

/**
 * The home's main step and the rest: what is pending for the person, otherwise registering another receipt, the most
 * common task.
 */
export function firstStep(all: readonly NextStep[]): { first: NextStep; others: NextStep[] } {
  const [most] = all
  if (most?.id === 'urgent' || most?.id === 'receipt') return { first: most, others: all.slice(1) }
  return { first: { id: 'receipt', ...steps.receipt, title: 'Cadastre suas notas' }, others: [...all] }
}

/** What the person can do next, most urgent first. */
export function nextSteps(
  profile: Pick<Profile, 'address' | 'email_marketing_subscription'>,
  having: Having = nothingKnown,
): NextStep[] {
  const ids: Exclude<NextStep['id'], 'urgent'>[] = []
  if (having.has_receipts === false) ids.push('receipt')
  if (!profile.address) ids.push('address')
  if (profile.email_marketing_subscription === 'no') ids.push('offers')
  ids.push('regulation')
  return [
    ...having.urgent.map((step) => ({ id: 'urgent' as const, ...step })),
    ...ids.map((id) => ({ id, ...steps[id] })),
  ]
}
