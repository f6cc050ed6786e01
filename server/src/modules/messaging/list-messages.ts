import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../db/database.ts'
import type { MessageContent } from './message-content.ts'
import { listOfCustomer } from './message-store.ts'

type Template = Exclude<MessageContent['template'], 'promotion'>

const titles: Readonly<Record<Template, string>> = {
  'reset-code': 'Código para criar uma nova senha',
  'reset-code-withheld': 'Aviso de código não enviado',
  'contact-code': 'Código para confirmar o contato',
  'password-changed': 'Aviso de senha alterada',
  'device-credential-reused': 'Aviso de acesso encerrado em um aparelho',
  'contact-changed': 'Aviso de contato alterado',
  'person-corrected': 'Aviso de nome ou nascimento corrigido',
  'recovery-received': 'Pedido de recuperação recebido',
  'recovery-asked-again': 'Pedido de recuperação: falta informação',
  'recovery-rejected': 'Pedido de recuperação não aprovado',
  'recovery-approved-code': 'Código de recuperação aprovada',
  'recovery-held': 'Aviso de troca de contatos',
  'recovery-stopped': 'Pedido de recuperação cancelado',
  'recovery-at-desk': 'Aviso de recuperação no balcão',
  'new-sign-in': 'Aviso de nova entrada',
  'deletion-requested': 'Aviso de exclusão pedida',
  'deletion-cancelled': 'Aviso de exclusão cancelada',
  'receipt-approved': 'Nota aprovada',
  'receipt-rejected': 'Nota não aprovada',
  'receipt-reversed': 'Nota estornada',
  'receipt-corrected': 'Nota corrigida no balcão',
  'receipt-photo-requested': 'Pedido de foto de uma nota',
  'points-adjusted': 'Ajuste de pontos',
  'points-expiring': 'Pontos a vencer',
  'participation-reversed': 'Participação estornada',
  'rating-request': 'Pedido de avaliação de uma compra',
  'service-answer': 'Resposta em um atendimento',
  'staff-invitation': 'Convite para a equipe',
}

/** A customer's newest messages, for the customer's page. Promotions' messages have no title of their own. */
export const listMessagesOf = async (
  db: Db,
  customer_id: string,
  limit: number,
): Promise<CustomerHistory['messages']> => {
  const messages = await listOfCustomer(db, { customer_id, limit })
  return messages.map(({ id, channel, template, state, created_at }) => ({
    message_id: id,
    channel,
    title: isTitled(template) ? titles[template] : 'Aviso de uma promoção',
    state,
    created_at: created_at.toISOString(),
  }))
}

const isTitled = (template: string): template is Template => Object.hasOwn(titles, template)
