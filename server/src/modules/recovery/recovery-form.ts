import type { Vault } from '../vault/index.ts'
import type { RecoveryForm } from './recovery-request.ts'

/** Vault label of a request's form, bound to its row. */
const labelOf = (request_id: string): string => `recovery.form.${request_id}`

/** Seals the submitted form. */
export const sealForm = (vault: Vault, request_id: string, form: RecoveryForm): Buffer =>
  vault.seal(labelOf(request_id), JSON.stringify(form))

/** The submitted form; null once erased. */
export const openForm = (
  vault: Vault,
  request: { readonly id: string; readonly form_sealed: Buffer | null },
): RecoveryForm | null =>
  request.form_sealed === null
    ? null
    : // Only `sealForm` creates values under this label.
      (JSON.parse(vault.open(labelOf(request.id), request.form_sealed)) as RecoveryForm)
