import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Database } from '../../src/db/database.ts'
import { seedCustomer } from '../../src/modules/identity/index.ts'
import { seedRecoveryRequest } from '../../src/modules/recovery/index.ts'
import type { PhotoStorage } from '../../src/modules/photos/index.ts'
import type { Vault } from '../../src/modules/vault/index.ts'
import { drawRecoveryPhotos } from './recovery-photos.ts'

/**
 * A customer who forgot the password and no longer has the phone number, with a request in Recuperações; the documents
 * are fictitious.
 */
export const recoveringPersona = {
  document_type: 'cpf',
  document_id: '39053344705',
  name: 'Rosa Helena Martins',
  birth_date: '1972-08-30',
  cellphone: '11945671234',
  email: 'rosa.helena@exemplo.com.br',
  password: 'Jasmim-Azul-31',
} as const

/** Dependencies of a seeded request. */
export type RecoverySeedInput = { readonly photos: PhotoStorage; readonly answer_hours: number }

/** Age of the request at the first start. */
const waitingMs = 35 * 60_000

/** Inserts the customer and the request into an empty database, so that the desk is not empty at first. */
export const seedRecoveryCase = async (
  input: { db: Database['db']; vault: Vault; now: Date } & RecoverySeedInput,
): Promise<void> => {
  const { db, vault, photos, answer_hours } = input
  const submitted_at = new Date(input.now.getTime() - waitingMs)
  const { document_id, name, birth_date, cellphone, email } = recoveringPersona
  await seedCustomer({ db, vault, persona: recoveringPersona, now: submitted_at })
  await seedRecoveryRequest({
    db,
    vault,
    photos,
    document_id,
    form: {
      name,
      birth_date,
      cellphone_status: 'changed',
      cellphone: '11932104567',
      previous_cellphone: cellphone,
      email_status: 'unchanged',
      email,
      previous_email: null,
      extra_information: 'yes',
      extra_information_description: 'Perdi o celular no ônibus e troquei de número no mês passado.',
    },
    files: await drawRecoveryPhotos({ person: recoveringPersona, day: submitted_at }),
    answer_hours,
    submitted_at,
    time_zone: defaultTimeZone,
  })
}
