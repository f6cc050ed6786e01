import { formatBirthDate, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { fullNameCharacters, parseFullName } from '@clube/contract/brazil/full-name.ts'
import { acceptTermsMessage } from '@clube/contract/event-tickets/refusals.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { useForm, type Form } from '../../../kit/form/use-form.ts'
import { Stack } from '../../../kit/page/screen.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import { NameField, nameHints } from '../../../parts/person-fields/person-fields.tsx'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ReadConsent } from '../../../parts/consent-view/read-consent.tsx'

type Values = Record<string, string | boolean>
type Participant = { name: string; birth_date?: string }
/** @returns whether the reservation is confirmed */
export type SubmitParticipants = (participants: Participant[], form: Form<Values>) => Promise<boolean>

type ParticipantsFormProps = {
  session_id: string
  quantity: number
  /** Null if no birth date is required. */
  minimum_age: number | null
  /** False if the club has no event terms to read. */
  hasTerms: boolean
  /** The name of the reservation's owner, the likely first participant. */
  person: { name: string; birth_date: string | null } | null
  onSubmit: SubmitParticipants
}

// Field paths, as the server reports errors.
const namePath = (index: number) => `participants.${index}.name`
const birthPath = (index: number) => `participants.${index}.birth_date`
export const termsPath = 'accepted_terms'

const rulesOf = (paths: readonly string[], rule: ReturnType<typeof parsedRule>) =>
  Object.fromEntries(paths.map((path) => [path, (text: unknown) => rule(String(text))]))

/** One name per ticket, birth dates if the session has a minimum age, and the terms. */
export function ParticipantsForm(props: ParticipantsFormProps) {
  const { session_id, quantity, minimum_age, hasTerms, person, onSubmit } = props
  const positions = Array.from({ length: quantity }, (_, index) => index)
  const requiresBirthDate = minimum_age !== null
  const draft = useDraft({
    name: `participants/${session_id}`,
    initial: initialValues(positions, requiresBirthDate ? person : person && { ...person, birth_date: null }),
    omit: [termsPath],
    days: 1,
  })
  const form = useForm<Values>({
    initial: draft.initial,
    rules: {
      ...rulesOf(positions.map(namePath), parsedRule(parseFullName)),
      ...(requiresBirthDate && rulesOf(positions.map(birthPath), parsedRule(parseCalendarDay))),
      [termsPath]: (accepted) => (accepted === true ? undefined : acceptTermsMessage),
    },
    onSubmit: async (values): Promise<void> => {
      const participants = positions.map((index) => ({
        name: String(values[namePath(index)]),
        ...(requiresBirthDate && { birth_date: String(values[birthPath(index)]) }),
      }))
      if (await onSubmit(participants, form)) draft.erase()
    },
  })
  const text = (path: string) => ({ ...form.field(path), value: String(form.values[path] ?? '') })
  return (
    <form {...form.props} className="stack">
      <FormDraft draft={draft} form={form} />
      <h2>{quantity === 1 ? 'Quem vai?' : 'Quem vai? Um nome por ingresso'}</h2>
      {positions.map((index) => (
        <Stack key={index} gap="near">
          <NameField
            document_type="cpf"
            label={quantity === 1 ? 'Nome completo' : `Nome completo do participante ${index + 1}`}
            autoComplete={index === 0 ? 'name' : 'off'}
            helper={index === 0 ? nameHints.cpf : undefined}
            {...text(namePath(index))}
          />
          {requiresBirthDate && (
            <BirthDateField
              label={
                quantity === 1 ? 'Data de nascimento' : `Data de nascimento do participante ${index + 1}`
              }
              {...text(birthPath(index))}
            />
          )}
        </Stack>
      ))}
      <div>
        <Checkbox {...form.check(termsPath)} checked={form.values[termsPath] === true}>
          Li e aceito os {consentTitles.event_terms}
        </Checkbox>
        {hasTerms && <ReadConsent kind="event_terms" onAccept={() => form.setValue(termsPath, true)} />}
      </div>
      <Button type="submit" pending={form.pending}>
        Confirmar
      </Button>
    </form>
  )
}

function initialValues(positions: readonly number[], person: ParticipantsFormProps['person']): Values {
  const values: Values = { [termsPath]: false }
  for (const index of positions) {
    values[namePath(index)] = index === 0 ? fullNameCharacters(person?.name ?? '') : ''
    values[birthPath(index)] = index === 0 && person?.birth_date ? formatBirthDate(person.birth_date) : ''
  }
  return values
}
