import type { ReactNode } from 'react'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { RadioGroup } from '../../kit/field/radio-group.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { FormDraft } from '../../parts/draft/form-draft.tsx'
import { useDraft } from '../../parts/draft/use-draft.ts'
import { SubmitButton } from './buttons.tsx'

type Choice<Reason extends string> = {
  /** The club's reasons that apply, each with the sentence that the person receives. */
  reasons: Readonly<Partial<Record<Reason, string>>>
  onReason: (reason: Reason) => Promise<unknown>
}

type FreeText = {
  /** Validates a free-text reason; without it, only an empty one is an error. */
  rule?: (reason: string) => string | undefined
  helper?: string
  multiline?: boolean
  /** The name of the draft in the browser; without it the text is not kept. */
  draft?: string
  /** Returns false if the reason was not accepted. */
  onReason: (reason: string) => Promise<unknown>
}

type ReasonDialogProps<Reason extends string> = {
  open: boolean
  onClose: () => void
  title: string
  /** What the decision means, above the question. */
  lead?: ReactNode
  label: string
  button: string
  variant?: 'primary' | 'danger'
} & (Choice<Reason> | FreeText)

/** Requests the reason for a decision: one of the club's reasons, or free text. */
export function ReasonDialog<Reason extends string>(props: ReasonDialogProps<Reason>) {
  const { open, onClose, title, lead } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} wide fieldFirst>
      <div className="stack">
        {lead}
        <ReasonForm {...props} />
      </div>
    </Dialog>
  )
}

function ReasonForm<Reason extends string>(props: ReasonDialogProps<Reason>) {
  const name = 'draft' in props ? props.draft : undefined
  const draft = useDraft({
    name: name ?? '',
    initial: { reason: '' },
    omit: name === undefined ? ['reason'] : [],
    days: 1,
  })
  const form = useForm({
    initial: draft.initial,
    rules: { reason: (reason) => errorOf(reason.trim(), props) },
    onSubmit: async ({ reason }): Promise<void> => {
      if ('reasons' in props) {
        const chosen = keysOf(props.reasons).find((each) => each === reason)
        if (chosen) await props.onReason(chosen)
      } else if ((await props.onReason(reason.trim())) !== false) draft.erase()
    },
  })
  const { label, button, variant = 'primary' } = props
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <FormDraft draft={draft} form={form} />
      {'reasons' in props ? (
        <RadioGroup
          label={label}
          options={keysOf(props.reasons).map((value) => ({ value, label: props.reasons[value] ?? '' }))}
          {...form.field('reason')}
        />
      ) : (
        <TextField
          label={label}
          maxLength={300}
          helper={props.helper}
          multiline={props.multiline ?? false}
          {...form.field('reason')}
        />
      )}
      <div>
        <SubmitButton form={form} variant={variant}>
          {button}
        </SubmitButton>
      </div>
    </form>
  )
}

const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>) =>
  Object.keys(record) as Key[]

function errorOf<Reason extends string>(
  reason: string,
  props: ReasonDialogProps<Reason>,
): string | undefined {
  if ('reasons' in props) return reason === '' ? requiredRadioMessage : undefined
  if (props.rule) return props.rule(reason)
  return reason === '' ? requiredTextMessage : undefined
}
