import { createHash } from 'node:crypto'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import type { AuditEntry } from '../audit/index.ts'
import type { Vault } from '../vault/index.ts'
import type { RecoveryForm } from './recovery-request.ts'

/** A submitted request. */
export type Submission = {
  /** The originating flow. */
  readonly id_hash: Buffer
  readonly document_index: Buffer
  readonly form: RecoveryForm
  readonly files: Readonly<Record<IdentityPhoto, FormFile>>
}

/**
 * Fingerprint of a submission: flow, form and photos. Keyed, so that a reader of the database cannot guess its content.
 */
export const submissionHash = async (
  vault: Vault,
  { id_hash, document_index, form, files }: Submission,
): Promise<Buffer> => {
  const digests: string[] = []
  // Sequentially, so that only one file is in memory.
  for (const name of identityPhotos) {
    const bytes = new Uint8Array(await files[name].arrayBuffer())
    digests.push(createHash('sha256').update(bytes).digest('hex'))
  }
  return vault.indexOf(
    'recovery.submission',
    JSON.stringify([
      id_hash.toString('hex'),
      document_index.toString('hex'),
      form.name,
      form.birth_date,
      form.cellphone_status,
      form.cellphone,
      form.previous_cellphone,
      form.email_status,
      form.email,
      form.previous_email,
      form.extra_information,
      form.extra_information_description,
      ...digests,
    ]),
  )
}

/** Audit line of a received request, stating that the sender is unverified. */
export const auditLineOf = (request: {
  id: string
  protocol: string
  customer_id: string | null
  follows: string | null
}): AuditEntry => {
  const { id, protocol, customer_id, follows } = request
  const opening = follows
    ? `Respondeu ao que a equipe pediu de novo, com o pedido de recuperação ${protocol}`
    : `Enviou o pedido de recuperação ${protocol}`
  return {
    actor: customer_id === null ? { kind: 'system' } : { kind: 'customer', id: customer_id },
    action: 'recovery.submit',
    subject: { kind: 'recovery-request', id },
    sentence:
      customer_id === null
        ? `Chegou o pedido de recuperação ${protocol}, de um documento que não tem conta a recuperar.`
        : `${opening}, com três fotos. Quem enviou ainda não provou quem é.`,
  }
}
