import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import type { NowEntry } from '../../promotions/promotion.ts'

type Step = Omit<NowEntry, 'until'>

/** The greeting for an hour (0 to 23): good morning from 5, afternoon from 12, evening from 18. */
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

/** A step that the person can take, and the page for it. */
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
  contacts: {
    title: 'Confirme seu e-mail e seu celular',
    text: 'Assim você cria uma nova senha em qualquer aparelho, se esquecer a sua.',
    href: `${paths.profile}#dados`,
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
} as const satisfies Record<string, Step>

/** The data that determines the next steps. */
type PersonState = Pick<
  Profile,
  'address' | 'email_marketing_subscription' | 'is_email_verified' | 'is_cellphone_verified'
> & {
  /** Null while unknown. */
  has_receipts: boolean | null
}

/** What the person can do next. The main step on the home page is registering a receipt, the most common task. */
export function nextSteps({
  address,
  email_marketing_subscription: offers,
  is_email_verified,
  is_cellphone_verified,
  has_receipts,
}: PersonState) {
  const first: Step =
    has_receipts === false ? steps.receipt : { ...steps.receipt, title: 'Cadastre suas notas' }
  const others: Step[] = []
  if (!address) others.push(steps.address)
  if (!is_email_verified || !is_cellphone_verified) others.push(steps.contacts)
  if (offers === 'no') others.push(steps.offers)
  return { first, others: [...others, steps.regulation] }
}
