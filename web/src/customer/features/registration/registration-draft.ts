import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { customerNameCharacters } from '@clube/contract/brazil/customer-name.ts'
import { streetTypes } from '@clube/contract/brazil/street-types.ts'
import * as z from 'zod/mini'
import { attempt } from '../../../kit/store/attempt.ts'
import { emptyAddress } from '../../../parts/address-fields/address-values.ts'
import type { HandOver } from '../../../platform/session/hand-over.ts'

const personSchema = z.object({
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  birth_date: z.string(),
})
const id = z.nullable(z.number())
const addressSchema = z.object({
  cep: z.string(),
  state_id: id,
  city_id: id,
  district_id: id,
  neighborhood: z.string(),
  street_type: z.union([z.enum(streetTypes), z.literal('')]),
  street_name: z.string(),
  street_number: z.string(),
  complement: z.string(),
})
const draftSchema = z.object({
  /** The draft's document: another document starts a new draft. */
  document_id: z.string(),
  person: personSchema,
  address: addressSchema,
})

/** The data entered so far, except password and consents: both are entered again at the end. */
export type RegistrationDraft = z.infer<typeof draftSchema>
/** The birth date as typed, dd/MM/yyyy. */
export type PersonValues = z.infer<typeof personSchema>

const storageKey = 'clube_registration'

/** The draft stored in this tab for the same document, otherwise the person's data from sign-in. */
export function initialDraft(handOver: HandOver): RegistrationDraft {
  const saved = readDraft()
  if (saved?.document_id === handOver.document_id) return saved
  const { name, email, cellphone, birth_date } = handOver.account ?? {}
  return {
    document_id: handOver.document_id,
    person: {
      // Imported names can have hyphens and apostrophes.
      name: customerNameCharacters[handOver.document_type](name ?? ''),
      email: email ?? '',
      cellphone: cellphone ?? '',
      birth_date: formatBirthDate(birth_date ?? ''),
    },
    address: emptyAddress,
  }
}

/** Stores the draft until the tab is closed. */
export function saveDraft(draft: RegistrationDraft): void {
  // If storage is full or blocked, a reload starts over and this page continues.
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)))
}

/** Deletes the draft after registration. */
export function clearDraft(): void {
  attempt(() => sessionStorage.removeItem(storageKey))
}

const readDraft = (): RegistrationDraft | undefined =>
  attempt(() => z.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')).data)
