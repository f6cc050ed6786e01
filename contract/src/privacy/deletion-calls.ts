import * as z from 'zod/mini'
import { requiredRadioMessage } from '../brazil/field-messages.ts'
import { enteredPasswordSchema } from '../brazil/password.ts'
import { currentPasswordRefusals } from '../brazil/password-refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { deskDeletionReasons, type DeskDeletionReason } from './deletion.ts'

/** ISO instant from which the account is anonymized. */
const deletionDate = z.object({ deletes_at: z.string() })

/**
 * Requests the deletion of the customer's account (LGPD art. 18). Revokes all sessions and remembered devices; signing in
 * before the date cancels the request.
 */
export const requestDeletionCall = defineCall({
  method: 'POST',
  path: '/api/marketing/privacy/request-deletion',
  summary: 'Pede a exclusão da própria conta, confirmada pela senha.',
  body: z.object({ current_password: enteredPasswordSchema }),
  data: deletionDate,
  refusals: currentPasswordRefusals,
  session: 'customer',
})

const answer = z.enum(['yes', 'no'], { error: requiredRadioMessage })
const unknown = { 'privacy.unknown-customer': { status: 404, message: 'Cadastro não encontrado.' } } as const

/** Records the request of a person who presented a document. */
export const deskRequestDeletionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/request-deletion',
  summary: 'Registra, no balcão, o pedido de exclusão de uma pessoa.',
  body: z.object({
    customer_id: z.uuid(),
    checklist: z.object({
      original_document: answer,
      holder_or_representative: answer,
      understands_deletion: answer,
    }),
    reason: z.enum(Object.keys(deskDeletionReasons) as [DeskDeletionReason, ...DeskDeletionReason[]], {
      error: requiredRadioMessage,
    }),
  }),
  data: deletionDate,
  refusals: {
    ...unknown,
    'privacy.checklist-failed': {
      status: 422,
      message: 'Só é possível registrar o pedido quando todos os itens conferem.',
      path: 'checklist',
    },
    'privacy.account-blocked': {
      status: 403,
      message: 'Esta conta está bloqueada: encaminhe à segurança da conta.',
    },
    'privacy.already-requested': { status: 409, message: 'A exclusão desta conta já foi pedida.' },
  },
  session: 'staff',
  permission: 'recovery.desk',
})

/** Cancels the request of a person who presented a document. */
export const deskCancelDeletionCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/cancel-deletion',
  summary: 'Cancela, no balcão, o pedido de exclusão de uma pessoa.',
  body: z.object({ customer_id: z.uuid() }),
  data: z.object({}),
  refusals: {
    ...unknown,
    'privacy.not-requested': { status: 409, message: 'Não há pedido de exclusão para esta conta.' },
  },
  session: 'staff',
  permission: 'recovery.desk',
})
