import type { Vault } from '../vault/index.ts'
import type { RecoveryForm } from './recovery-request.ts'

/** Under which label a request's form is sealed: bound to its row. */
const labelOf = (request_id: string): string => `recovery.form.${request_id}`

/** Seals what the person wrote. */
export const sealForm = (vault: Vault, request_id: string, form: RecoveryForm): Buffer =>
  vault.seal(labelOf(request_id), JSON.stringify(form))

/** What the person wrote; null once it was forgotten. */
export const openForm = (
  vault: Vault,
  request: { readonly id: string; readonly form_sealed: Buffer | null },
): RecoveryForm | null =>
  request.form_sealed === null
    ? null
    : // Nothing but `sealForm` makes what this key opens under this label.
      (JSON.parse(vault.open(labelOf(request.id), request.form_sealed)) as RecoveryForm)
