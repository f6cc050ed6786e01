import { fileMaxBytes } from '@clube/contract/kernel/file.ts'
import { convertPhoto } from '../../../platform/camera/convert-photo.ts'

/** The types that a file of a project can have. Pictures that the browser can open are sent as JPEG. */
export const acceptedFiles = 'image/*,application/pdf'

type Prepared = { readonly ok: true; readonly file: Blob } | { readonly ok: false; readonly message: string }

/** Prepares a chosen file for sending; the server checks its content. */
export async function prepareFile(chosen: Blob): Promise<Prepared> {
  if (chosen.type === 'application/pdf')
    return chosen.size <= fileMaxBytes
      ? { ok: true, file: chosen }
      : { ok: false, message: 'O PDF passa de 5 MB. Envie um menor ou uma foto.' }
  const photo = await convertPhoto(chosen)
  return photo
    ? { ok: true, file: photo }
    : { ok: false, message: 'Não conseguimos abrir este arquivo. Envie uma foto ou um PDF.' }
}
