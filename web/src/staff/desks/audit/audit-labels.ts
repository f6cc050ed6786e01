import { builtPromotions } from '../../promotions/promotions.ts'

/** Titles of actions; an action without one shows its code. */
export const actionTitles: Readonly<Record<string, string>> = {
  'recovery.submit': 'Pedido de recuperação enviado',
  'recovery.read': 'Pedido de recuperação lido',
  'recovery.start-review': 'Análise assumida',
  'recovery.view-photo': 'Foto vista',
  'recovery.approve': 'Pedido aprovado',
  'recovery.approve-second': 'Segunda aprovação',
  'recovery.ask-again': 'Nova foto pedida',
  'recovery.reject': 'Pedido recusado',
  'recovery.send-code': 'Código enviado de novo',
  'recovery.release': 'Fim da espera de 24 horas',
  'recovery.close': 'Pedido encerrado',
  'recovery.stop': 'Pedido cancelado pelo link',
  'recovery.purge-photos': 'Fotos apagadas',
  'recovery.desk-code': 'Código emitido no balcão',
  'recovery.confirm-desk-code': 'Código do balcão confirmado',
  'customers.find': 'Busca por documento',
  'staff.sign-in': 'Entrada',
  'staff.use-recovery-code': 'Entrada com código de recuperação',
  'staff.sign-out': 'Saída',
  'staff.enrol-second-factor': 'Cadastro do segundo fator',
  'staff.replace-recovery-codes': 'Novos códigos de recuperação',
  'staff.accept-invitation': 'Convite aceito',
  'staff.invite': 'Convite',
  'staff.renew-invitation': 'Novo convite',
  'staff.change-roles': 'Troca de papéis',
  'staff.disable': 'Acesso desativado',
  'staff.enable': 'Acesso reativado',
  'staff.reset-second-factor': 'Segundo fator apagado',
  'staff.propose-change': 'Mudança pedida',
  'staff.approve-change': 'Mudança aprovada',
  'staff.reject-change': 'Mudança recusada',
  'staff.restore-access': 'Acesso devolvido',
  'staff.grant-role': 'Papel dado na linha de comando',
  'receipts.approve': 'Nota aprovada',
  'receipts.reject': 'Nota recusada',
  'receipts.reverse': 'Nota estornada',
  'receipts.view-photo': 'Foto de nota vista',
  'receipts.save-shop': 'Loja',
  'receipts.import-shops': 'Lojas de um arquivo',
  'points.find': 'Consulta de pontos',
  'points.adjust': 'Ajuste de pontos',
  'campaigns.create': 'Promoção criada',
  'campaigns.update': 'Promoção alterada',
  'campaigns.submit': 'Promoção enviada para aprovação',
  'campaigns.return': 'Promoção devolvida',
  'campaigns.approve': 'Promoção aprovada',
  'campaigns.start': 'Promoção no ar',
  'campaigns.pause': 'Promoção pausada',
  'campaigns.resume': 'Promoção retomada',
  'campaigns.end': 'Promoção encerrada',
  'campaigns.archive': 'Promoção arquivada',
  'campaigns.reverse-transaction': 'Participação estornada',
  'campaigns.look-for-customer': 'Consulta de promoções no balcão',
  'campaigns.start-at-desk': 'Participação aberta no balcão',
  'consent.publish': 'Documento publicado',
  'identity.revoke-device': 'Aparelho lembrado encerrado',
  'privacy.request-deletion': 'Exclusão de conta pedida',
  'privacy.give-up-deletion': 'Exclusão de conta desfeita',
  'privacy.anonymise': 'Conta excluída',
  'audit.verify': 'Verificação da trilha',
  ...Object.assign({}, ...builtPromotions.map((promotion) => promotion.auditActions)),
}

export const actionTitle = (action: string): string => actionTitles[action] ?? action

const subjectTitles: Readonly<Record<string, string>> = {
  'recovery-request': 'Pedido',
  customer: 'Cliente',
  purchase: 'Nota',
  transaction: 'Participação',
  staff: 'Equipe',
  shop: 'Loja',
  campaign: 'Promoção',
  'consent-document': 'Documento',
  ...Object.assign({}, ...builtPromotions.map((promotion) => promotion.auditSubjects)),
}

/** Title of an action's subject; the shortened id distinguishes subjects of one kind. */
export const subjectTitle = (kind: string, id: string): string =>
  `${subjectTitles[kind] ?? kind}\u00a0${shortId(id)}`

/** The end of a long identifier: enough to compare. The search field takes the whole identifier. */
export const shortId = (id: string): string => (id.length > 12 ? `…${id.slice(-6)}` : id)
