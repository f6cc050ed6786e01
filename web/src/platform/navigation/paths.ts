import type { consentKinds } from '@clube/contract/club/club.ts'
import { objectionPath } from '@clube/contract/recovery/limits.ts'

/**
 * What a new service ticket is about, in its path, so that signing in keeps it: a receipt (`nota`), a purchase in a shop
 * (`compra`), a participation (`participacao`, `reserva`, `vale`) or a promotion (`promocao`, `ingresso`).
 */
export const serviceSubjects = [
  'nota',
  'compra',
  'participacao',
  'reserva',
  'vale',
  'promocao',
  'ingresso',
] as const
export type ServiceSubject = (typeof serviceSubjects)[number]

/** Paths of all shopper pages, except the *Carteira* and those of promotion kinds. */
export const paths = {
  home: '/',
  signIn: '/entrar',
  registration: '/cadastro',
  profile: '/perfil',
  privacy: '/privacidade',
  promotions: '/promocoes',
  promotion: (slug: string) => `/promocoes/${slug}`,
  receipts: '/notas',
  newReceipt: '/notas/nova',
  shops: '/lojas',
  rating: (purchase_id: string) => `/avaliar/${purchase_id}`,
  /** The path of the links in e-mails, whose signature is the fragment. */
  ratingLink: (purchase_id: string) => `/avaliar/${purchase_id}/convite`,
  service: '/atendimento',
  newServiceTicket: '/atendimento/novo',
  /** The form of a new ticket about something of the person's. */
  newServiceTicketAbout: (about: ServiceSubject, id: string) => `/atendimento/novo/${about}/${id}`,
  /** The path of the links in e-mails. */
  serviceTicket: (ticket_id: string) => `/atendimento/${ticket_id}`,
  points: '/pontos',
  participations: '/participacoes',
  objection: objectionPath,
  document: (kind: (typeof consentKinds)[number]) => `/documentos/${kind}`,
} as const

/** The same paths as router patterns. */
export const pathPatterns = {
  ...paths,
  promotion: '/promocoes/:slug',
  rating: '/avaliar/:purchase',
  ratingLink: '/avaliar/:purchase/convite',
  newServiceTicketAbout: '/atendimento/novo/:about/:id',
  serviceTicket: '/atendimento/:ticket',
  document: '/documentos/:kind',
} as const

/** Whether a path matches a route pattern. */
export const matchesPattern = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)

const returnParameter = 'voltar'

/** The sign-in path that returns to `path` afterwards. */
export const signInPathFor = (path: string): string =>
  path === paths.home ? paths.signIn : `${paths.signIn}?${returnParameter}=${encodeURIComponent(path)}`

/** The path to open after signing in: a local path from the query, else home; never another site. */
export function returnPathOf(search: string): string {
  const path = new URLSearchParams(search).get(returnParameter) ?? ''
  const isLocal = /^\/[\w-]+(\/[\w-]+)*$/.test(path) && path !== paths.signIn
  return isLocal ? path : paths.home
}
