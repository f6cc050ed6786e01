import type { AuditVerdictView } from '@clube/contract/staff/audit-calls.ts'

/** Actions as auditors read them; one that is not here yet shows its code. */
const actionTitles: Readonly<Record<string, string>> = {
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
  'receipts.approve': 'Nota aprovada',
  'receipts.reject': 'Nota recusada',
  'receipts.reverse': 'Nota estornada',
  'receipts.view-photo': 'Foto de nota vista',
  'receipts.save-shop': 'Loja',
  'receipts.import-shops': 'Lojas de um arquivo',
  'points.find': 'Consulta de pontos',
  'points.adjust': 'Ajuste de pontos',
  'campaigns.look-for-customer': 'Consulta de promoções no balcão',
  'campaigns.start-at-desk': 'Participação aberta no balcão',
  'audit.verify': 'Verificação da trilha',
}

export const actionTitle = (action: string): string => actionTitles[action] ?? action

type Fault = Extract<AuditVerdictView, { at: 'broken' }>['fault']

/** After 'a linha N'. */
export const faultsInWords = {
  missing: 'falta',
  changed: 'foi alterada',
  unchained: 'não segue a anterior',
  'cut-off': 'não é o fim que foi registrado',
} as const satisfies Record<Fault, string>
