import { formatBirthDate, parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { fullNameCharacters, fullNameMaxLength, parseFullName } from '@clube/contract/brazil/full-name.ts'
import { acceptTermsMessage } from '@clube/contract/event-tickets/refusals.ts'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm, type Form } from '../../../kit/form/use-form.ts'
import { Stack } from '../../../kit/page/screen.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { paths } from '../../../platform/navigation/paths.ts'

type Values = Record<string, string | boolean>
type Participant = { name: string; birth_date?: string }
export type SubmitParticipants = (participants: Participant[], form: Form<Values>) => Promise<void>

type ParticipantsFormProps = {
  quantity: number
  /** Null if no birth date is required. */
  minimum_age: number | null
  /** The name of the reservation's owner, the likely first participant. */
  person: { name: string; birth_date: string | null } | null
  onSubmit: SubmitParticipants
}

// Field paths, as the server reports errors.
const namePath = (at: number) => `participants.${at}.name`
const birthPath = (at: number) => `participants.${at}.birth_date`
export const termsPath = 'accepted_terms'

const rulesOf = (paths: readonly string[], rule: ReturnType<typeof parsedRule>) =>
  Object.fromEntries(paths.map((path) => [path, (text: unknown) => rule(String(text))]))

/** One name per ticket, birth dates if the session has a minimum age, and the terms. */
export function ParticipantsForm({ quantity, minimum_age, person, onSubmit }: ParticipantsFormProps) {
  const positions = Array.from({ length: quantity }, (_, at) => at)
  const asksAge = minimum_age !== null
  const form = useForm<Values>({
    initial: initialValues(positions, asksAge ? person : person && { ...person, birth_date: null }),
    rules: {
      ...rulesOf(positions.map(namePath), parsedRule(parseFullName)),
      ...(asksAge && rulesOf(positions.map(birthPath), parsedRule(parseCalendarDay))),
      [termsPath]: (accepted) => (accepted === true ? undefined : acceptTermsMessage),
    },
    onSubmit: (values): Promise<void> =>
      onSubmit(
        positions.map((at) => ({
          name: String(values[namePath(at)]),
          ...(asksAge && { birth_date: String(values[birthPath(at)]) }),
        })),
        form,
      ),
  })
  const text = (path: string) => ({ ...form.field(path), value: String(form.values[path] ?? '') })
  return (
    <form {...form.props} className="stack">
      <h2>{quantity === 1 ? 'Quem vai?' : 'Quem vai? Um nome por ingresso'}</h2>
      {positions.map((at) => (
        <Stack key={at} gap="near">
          <TextField
            label={quantity === 1 ? 'Nome completo' : `Nome completo do participante ${at + 1}`}
            autoComplete={at === 0 ? 'name' : 'off'}
            autoCapitalize="words"
            maxLength={fullNameMaxLength}
            clean={fullNameCharacters}
            {...text(namePath(at))}
          />
          {asksAge && (
            <BirthDateField
              label={quantity === 1 ? 'Data de nascimento' : `Data de nascimento do participante ${at + 1}`}
              {...text(birthPath(at))}
            />
          )}
        </Stack>
      ))}
      <Checkbox {...form.check(termsPath)} checked={form.values[termsPath] === true}>
        Li e aceito os <Link href={paths.document('event_terms')}>{consentTitles.event_terms}</Link>
      </Checkbox>
      <Button type="submit" pending={form.pending}>
        Confirmar
      </Button>
    </form>
  )
}

function initialValues(positions: readonly number[], person: ParticipantsFormProps['person']): Values {
  const values: Values = { [termsPath]: false }
  for (const at of positions) {
    values[namePath(at)] = at === 0 ? (person?.name ?? '') : ''
    values[birthPath(at)] = at === 0 && person?.birth_date ? formatBirthDate(person.birth_date) : ''
  }
  return values
}
