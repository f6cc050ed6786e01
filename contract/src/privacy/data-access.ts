import { roles, rolesAllow, type Permission, type Role } from '../kernel/permissions.ts'

/** How an audit line is described to the person whose data was accessed. */
export type DataAccessDescription = {
  /** The desk where it is done. */
  readonly desk: string
  /** What was done, in words for the customer. */
  readonly what: string
  /** The permission that the action requires. */
  readonly permission: Permission
}

const recovery = { desk: 'Recuperações', permission: 'recovery.review' } as const
const serviceDesk = { desk: 'Balcão', permission: 'recovery.desk' } as const
const customerPage = { desk: 'Página do cliente', permission: 'customers.view' } as const
const correction = { desk: 'Balcão', permission: 'customers.correct' } as const
const receipts = { desk: 'Notas', permission: 'receipts.review' } as const

const customerService = { desk: 'Atendimentos', permission: 'tickets.answer' } as const
const ratings = { desk: 'Avaliações', permission: 'ratings.read' } as const

/** Staff accesses to a person's data, by audit action; promotions add their own. */
export const dataAccesses: Readonly<Record<string, DataAccessDescription>> = {
  'customers.find': {
    desk: 'Balcão',
    permission: 'customers.find',
    what: 'Consultou o seu cadastro pelo documento',
  },
  'customers.search': {
    desk: 'Balcão',
    permission: 'customers.search',
    what: 'Viu o seu nome no resultado de uma busca',
  },
  'customers.open': { ...customerPage, what: 'Abriu o seu cadastro' },
  'customers.read-history': {
    ...customerPage,
    what: 'Consultou os seus pontos, notas, participações, ingressos e mensagens',
  },
  'customers.read-correction': { ...correction, what: 'Viu a correção dos seus dados que foi pedida' },
  'customers.propose-correction': {
    ...correction,
    what: 'Pediu a correção do seu nome ou nascimento, com o seu documento',
  },
  'customers.approve-correction': {
    ...correction,
    what: 'Confirmou, com o seu documento, a correção dos seus dados',
  },
  'customers.reject-correction': { ...correction, what: 'Recusou ou retirou a correção dos seus dados' },
  'customers.resend': {
    desk: 'Balcão',
    permission: 'customers.resend',
    what: 'Reenviou ao seu e-mail a mensagem de uma participação',
  },
  'recovery.desk-code': { ...serviceDesk, what: 'Emitiu um código de nova senha, com o seu documento' },
  'recovery.confirm-desk-code': {
    ...serviceDesk,
    what: 'Confirmou, com o seu documento, um código de nova senha',
  },
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
  'receipts.register': {
    desk: 'Balcão',
    permission: 'receipts.register',
    what: 'Cadastrou ou conferiu uma nota fiscal sua, com a nota em mãos',
  },
  'receipts.correct': {
    desk: 'Balcão',
    permission: 'receipts.register',
    what: 'Corrigiu uma nota fiscal sua, com a nota em mãos',
  },
  'receipts.view-photo': { ...receipts, what: 'Viu a foto de uma nota fiscal sua' },
  'receipts.request-photo': { ...receipts, what: 'Pediu uma foto de uma nota fiscal sua' },
  'receipts.list-earlier': { ...receipts, what: 'Consultou as suas notas fiscais anteriores' },
  'receipts.approve': { ...receipts, what: 'Conferiu e aprovou uma nota fiscal sua' },
  'receipts.reject': { ...receipts, what: 'Conferiu e recusou uma nota fiscal sua' },
  'receipts.reverse': { ...receipts, what: 'Estornou uma nota fiscal sua' },
  'ratings.view-contact': {
    ...ratings,
    what: 'Viu o seu contato, que você autorizou ao avaliar uma compra',
  },
  'ratings.follow-up': { ...ratings, what: 'Registrou o contato sobre a sua avaliação de uma compra' },
  'customer-service.open': { ...customerService, what: 'Leu um atendimento seu' },
  'customer-service.search': { ...customerService, what: 'Viu um atendimento seu no resultado de uma busca' },
  'customer-service.assign': { ...customerService, what: 'Assumiu ou distribuiu um atendimento seu' },
  'customer-service.reply': { ...customerService, what: 'Respondeu em um atendimento seu' },
  'customer-service.note': { ...customerService, what: 'Anotou algo em um atendimento seu' },
  'customer-service.edit': {
    ...customerService,
    what: 'Mudou a categoria ou a prioridade de um atendimento seu',
  },
  'customer-service.transfer': { ...customerService, what: 'Transferiu um atendimento seu a outra área' },
  'customer-service.merge': { ...customerService, what: 'Uniu dois atendimentos seus' },
  'customer-service.view-attachment': { ...customerService, what: 'Viu um anexo de um atendimento seu' },
  'points.find': { desk: 'Pontos', permission: 'points.adjust', what: 'Consultou os seus pontos' },
  'points.adjust': { desk: 'Pontos', permission: 'points.adjust', what: 'Ajustou os seus pontos' },
}

/** The role shown when the staff member no longer holds a matching one. */
const anyStaff = 'Equipe do clube'

/**
 * The titles of the held roles that have the permission; the team when none of them still has it. Never a name.
 */
export const viewerRolesOf = (permission: Permission, held: readonly Role[]): string => {
  const titles = held.filter((role) => rolesAllow([role], permission)).map((role) => roles[role].title)
  return titles.length === 0 ? anyStaff : titles.join(', ')
}
