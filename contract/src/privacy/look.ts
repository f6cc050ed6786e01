import { roles, rolesAllow, type Permission, type Role } from '../kernel/permissions.ts'

type LookFacts = {
  /** The desk where it is done. */
  readonly desk: string
  /** What was done, told to whom the data belong. */
  readonly what: string
  /** What whoever did it must be allowed to do. */
  readonly permission: Permission
}

const recovery = { desk: 'Recuperações', permission: 'recovery.review' } as const
const serviceDesk = { desk: 'Balcão', permission: 'recovery.desk' } as const
const receipts = { desk: 'Notas', permission: 'receipts.review' } as const
const events = { desk: 'Eventos', permission: 'events.manage' } as const

/** Lines of the audit in which staff saw or handled a person's data, by their action. */
export const looks = {
  'customers.find': {
    desk: 'Balcão',
    permission: 'customers.find',
    what: 'Consultou o seu cadastro pelo documento',
  },
  'recovery.desk-code': { ...serviceDesk, what: 'Emitiu um código de nova senha, com o seu documento' },
  'privacy.request-deletion': { ...serviceDesk, what: 'Registrou o seu pedido de exclusão' },
  'privacy.give-up-deletion': { ...serviceDesk, what: 'Cancelou o seu pedido de exclusão' },
  'campaigns.look-for-customer': {
    desk: 'Balcão',
    permission: 'participations.start',
    what: 'Viu em quais promoções você pode participar',
  },
  'campaigns.start-at-desk': {
    desk: 'Balcão',
    permission: 'participations.start',
    what: 'Abriu uma participação para você',
  },
  'campaigns.reverse-transaction': {
    desk: 'Aprovações',
    permission: 'campaigns.approve',
    what: 'Estornou uma participação sua',
  },
  'recovery.read': { ...recovery, what: 'Leu o seu pedido de recuperação de senha' },
  'recovery.start-review': { ...recovery, what: 'Começou a analisar o seu pedido de recuperação' },
  'recovery.view-photo': { ...recovery, what: 'Viu uma foto do seu pedido de recuperação' },
  'recovery.approve': { ...recovery, what: 'Aprovou o seu pedido de recuperação' },
  'recovery.approve-second': {
    desk: 'Recuperações',
    permission: 'recovery.approve-second',
    what: 'Deu a segunda aprovação ao seu pedido de recuperação',
  },
  'recovery.ask-again': { ...recovery, what: 'Pediu um novo envio no seu pedido de recuperação' },
  'recovery.reject': { ...recovery, what: 'Recusou o seu pedido de recuperação' },
  'recovery.send-code': { ...recovery, what: 'Enviou um novo código do seu pedido de recuperação' },
  'receipts.view-photo': { ...receipts, what: 'Viu a foto de uma nota fiscal sua' },
  'receipts.approve': { ...receipts, what: 'Conferiu e aprovou uma nota fiscal sua' },
  'receipts.reject': { ...receipts, what: 'Conferiu e recusou uma nota fiscal sua' },
  'receipts.reverse': { ...receipts, what: 'Estornou uma nota fiscal sua' },
  'points.find': { desk: 'Pontos', permission: 'points.adjust', what: 'Consultou os seus pontos' },
  'points.adjust': { desk: 'Pontos', permission: 'points.adjust', what: 'Ajustou os seus pontos' },
  'event-tickets.list-tickets': { ...events, what: 'Viu a lista de ingressos de uma sessão sua' },
  'event-tickets.download-tickets': { ...events, what: 'Baixou a lista de ingressos de uma sessão sua' },
  'event-tickets.list-reservations': { ...events, what: 'Viu a lista de reservas de uma sessão sua' },
  'event-tickets.list-waiting': { ...events, what: 'Viu a lista de espera de uma sessão sua' },
  'event-tickets.override-scan': {
    desk: 'Portaria',
    permission: 'gate.supervise',
    what: 'Liberou a entrada de um ingresso seu',
  },
} as const satisfies Readonly<Record<string, LookFacts>>
export type LookAction = keyof typeof looks

export const lookActions = Object.keys(looks) as LookAction[]

/** Who works for the club, where nothing more can be said. */
const anybody = 'Equipe do clube'

/**
 * In which role somebody did it: of those held, the ones that may; whoever holds none of them any more is just one of
 * the team. Never a name.
 */
export const lookerOf = (action: LookAction, held: readonly Role[]): string => {
  const titles = held
    .filter((role) => rolesAllow([role], looks[action].permission))
    .map((role) => roles[role].title)
  return titles.length === 0 ? anybody : titles.join(', ')
}
