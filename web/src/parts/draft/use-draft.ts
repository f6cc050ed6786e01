import { use, useState } from 'react'
import * as z from 'zod/mini'
import { draftKey, draftMaxDays, eraseDraft, readDraft } from '../../platform/storage/drafts.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { DraftOwnerContext } from './draft-owner.tsx'

type DraftOptions<Values> = {
  /** Identifies the form and its subject, such as `campaign/<id>`. */
  name: string
  /** The values without a draft. */
  initial: Values
  /** Fields that are entered again: consents, confirmations, secrets. */
  omit?: readonly (keyof Values & string)[]
  /** Validates the changed fields of a stored draft; by default only those of `initial`, by their types. */
  schema?: z.ZodMiniType<Partial<Values>>
  /** Days after the last change until the draft is erased. */
  days?: number
}

export type Draft<Values> = {
  /** The form's initial values, with those of the draft if there is one. */
  initial: Values
  /** The values without the draft. */
  original: Values
  /** Whether `initial` contains values of a draft. */
  isRestored: boolean
  days: number
  /** The draft's storage key; null where nothing may be stored. */
  key: string | null
  /** The fields that a draft contains: the changed ones, except the omitted. */
  changesOf: (values: Values) => Partial<Values>
  /** Erases the draft, after the form was submitted. */
  erase: () => void
  /** Number of times the draft was erased. */
  erasures: number
}

/**
 * The draft of a form in this browser. It contains only the fields that the person changed, so that restoring it does not
 * undo what has changed on the server since. Pass `initial` and the draft to the form and render `FormDraft` in it.
 * Nothing is stored without an account, or at a kiosk.
 */
export function useDraft<Values extends Record<string, unknown>>(
  options: DraftOptions<Values>,
): Draft<Values> {
  const owner = use(DraftOwnerContext)
  const { name, omit = [], days = draftMaxDays } = options
  const key = owner === null || isKiosk() ? null : draftKey(owner, name)
  // Reloaded data must not replace what the person types.
  const [original] = useState(options.initial)
  const changesOf = (values: Values): Partial<Values> =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => !omit.includes(field) && !isEqual(value, original[field]),
      ),
    ) as Partial<Values>
  const [restored, setRestored] = useState<Partial<Values> | null>(() => {
    const stored = key === null ? null : readDraft(key, options.schema ?? schemaOf(original))
    const changes = stored && changesOf({ ...original, ...stored })
    return changes && Object.keys(changes).length > 0 ? changes : null
  })
  const [erasures, setErasures] = useState(0)
  return {
    erasures,
    initial: { ...original, ...restored },
    original,
    isRestored: restored !== null,
    days,
    key,
    changesOf,
    erase: () => {
      if (key !== null) eraseDraft(key)
      setRestored(null)
      setErasures((count) => count + 1)
    },
  }
}

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Longer strings were not stored by this application. */
const textMaxLength = 100_000

/** The strings and booleans of the form; other keys are removed. */
function schemaOf<Values extends Record<string, unknown>>(initial: Values): z.ZodMiniType<Partial<Values>> {
  const shape: Record<string, z.ZodMiniType> = {}
  for (const [field, value] of Object.entries(initial)) {
    if (typeof value === 'string') shape[field] = z.optional(z.string().check(z.maxLength(textMaxLength)))
    if (typeof value === 'boolean') shape[field] = z.optional(z.boolean())
  }
  return z.object(shape) as z.ZodMiniType as z.ZodMiniType<Partial<Values>>
}
