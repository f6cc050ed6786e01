import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { paths } from '../../../platform/navigation/paths.ts'
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
  const isUpperCase = /^\p{Lu}{2,}$/u.test(name)
  return isUpperCase ? name.charAt(0) + name.slice(1).toLocaleLowerCase('pt-BR') : name
}

/** Something that the person can do, and where. */
export type NextStep = UrgentStep & { id: 'urgent' | keyof typeof steps }

/** What the next steps depend on besides the profile, as far as it is loaded. */
type PersonState = {
  urgent: readonly UrgentStep[]
  /** Null while unknown. */
  has_receipts: boolean | null
}

const steps = {
  receipt: {
    title: 'Cadastre sua primeira nota',
    text: 'Cada compra nas lojas do shopping vale pontos.',
    href: paths.newReceipt,
  },
  address: {
    title: 'Complete seu endereço',
    text: 'Ele ainda falta no seu cadastro.',
    href: `${paths.profile}#endereco`,
  },
  offers: {
    title: 'Receba ofertas por e-mail',
    text: 'Só se você quiser. Hoje não enviamos nenhuma.',
    href: `${paths.profile}#ofertas`,
  },
  regulation: {
    title: 'Conheça o regulamento do clube',
    text: 'Quem participa, como funciona e quais são os seus direitos.',
    href: paths.document('loyaltyclub_regulation'),
  },
} as const satisfies Record<string, UrgentStep>

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
  state: PersonState = { urgent: [], has_receipts: null },
): NextStep[] {
  const ids: (keyof typeof steps)[] = []
  if (state.has_receipts === false) ids.push('receipt')
  if (!profile.address) ids.push('address')
  if (profile.email_marketing_subscription === 'no') ids.push('offers')
  ids.push('regulation')
  return [
    ...state.urgent.map((step) => ({ id: 'urgent' as const, ...step })),
    ...ids.map((id) => ({ id, ...steps[id] })),
  ]
}
