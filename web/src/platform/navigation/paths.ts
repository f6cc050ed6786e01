import type { consentKinds } from '@clube/contract/club/club.ts'

/** Every address of the shopper's pages, in one place. */
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
  tickets: '/ingressos',
  /** Choosing a session of the promotion, and everything up to its tickets. */
  reserve: (slug: string) => `/ingressos/${slug}`,
  points: '/pontos',
  participations: '/participacoes',
  document: (kind: (typeof consentKinds)[number]) => `/documentos/${kind}`,
} as const

/** The same as patterns for the router. */
export const pathPatterns = {
  home: paths.home,
  signIn: paths.signIn,
  registration: paths.registration,
  profile: paths.profile,
  privacy: paths.privacy,
  promotions: paths.promotions,
  promotion: '/promocoes/:slug',
  receipts: paths.receipts,
  newReceipt: paths.newReceipt,
  tickets: paths.tickets,
  reserve: '/ingressos/:slug',
  points: paths.points,
  participations: paths.participations,
  document: '/documentos/:kind',
} as const

const returnParameter = 'voltar'

/** The sign-in page's address that leads back to `path` afterwards. */
export const signInPathFor = (path: string): string =>
  path === paths.home ? paths.signIn : `${paths.signIn}?${returnParameter}=${encodeURIComponent(path)}`

/** Where to go after signing in: a path of this site out of the query, else home. Never another site. */
export function returnPathOf(search: string): string {
  const asked = new URLSearchParams(search).get(returnParameter) ?? ''
  const isOurs = /^\/[\w-]+(\/[\w-]+)*$/.test(asked) && asked !== paths.signIn
  return isOurs ? asked : paths.home
}
