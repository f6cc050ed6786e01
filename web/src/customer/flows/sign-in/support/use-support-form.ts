import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useEffect } from 'react'
import { useForm, type Form, type FormOptions } from '../../../../kit/form/use-form.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from './support-draft.ts'

/** Props of each step of the sub-flow. */
export type SupportStepProps = StepProps & {
  draft: SupportDraft
  /** Stores input and photos, valid or not, so that navigating back and forth loses nothing. */
  onDraftChange: (part: Partial<SupportDraft>) => void
  /** The server's errors about the draft. */
  serverErrors: readonly FieldError[]
  /** Whether a reload lost photos that were taken. */
  hasLostPhotos: boolean
}

type DraftForm<Path extends keyof SupportDraft> = FormOptions<Pick<SupportDraft, Path>>

/**
 * A form over some fields of the draft: starts with the draft's values, stores every change, so that neither leaving the
 * step nor a reload loses it, and shows the server's errors.
 * @param onConfirmed called once the fields are valid and stored
 */
export function useSupportForm<Path extends Exclude<keyof SupportDraft, 'photos'>>(
  { draft, onDraftChange, serverErrors }: SupportStepProps,
  paths: readonly Path[],
  options: { rules: NonNullable<DraftForm<Path>['rules']>; onConfirmed: () => void },
): Form<Pick<SupportDraft, Path>> {
  const form = useForm<Pick<SupportDraft, Path>>({
    // Every path in `paths` is a field of the draft.
    initial: Object.fromEntries(paths.map((path) => [path, draft[path]])) as Pick<SupportDraft, Path>,
    rules: options.rules,
    onSubmit: (values) => {
      onDraftChange(values)
      options.onConfirmed()
    },
  })
  const hasChanged = paths.some((path) => form.values[path] !== draft[path])
  useEffect(() => {
    if (hasChanged) onDraftChange(form.values)
  }, [hasChanged, form.values])
  useEffect(() => {
    if (serverErrors.length > 0) form.setServerErrors(serverErrors)
  }, [])
  return form
}
