import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useDialog } from '../../kit/surface/dialog.tsx'
import { useLeaveGuard } from '../../platform/navigation/leave-guard.ts'
import { eraseDraft, saveDraft } from '../../platform/storage/drafts.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import css from './form-draft.module.css'
import type { Draft } from './use-draft.ts'

type FormDraftProps<Values> = {
  draft: Draft<Values>
  form: Pick<Form<Values>, 'values' | 'reset' | 'validate'>
}

/**
 * Saves the form's draft on every change, and shows whether the form started from one, with the errors of its fields.
 * Requires confirmation before leaving a form whose changes cannot be stored.
 */
export function FormDraft<Values extends Record<string, unknown>>({ draft, form }: FormDraftProps<Values>) {
  const { key, days } = draft
  const changes = draft.changesOf(form.values)
  const isChanged = Object.keys(changes).length > 0
  const state = JSON.stringify([key, changes])
  const saved = useRef(state)
  const [isStored, setStored] = useState(key !== null)
  useLayoutEffect(() => {
    if (saved.current === state) return
    saved.current = state
    if (!isChanged && key !== null) eraseDraft(key)
    setStored(key !== null && (!isChanged || saveDraft(key, changes, days)))
  }, [state])
  // Nothing is lost after a submission, until the next change.
  useEffect(() => {
    if (draft.erasures > 0) setStored(true)
  }, [draft.erasures])
  // Validate the restored fields, as if the person had just left them. Emptied ones show no error, as on leaving.
  useEffect(() => {
    if (!draft.isRestored) return
    for (const field of Object.keys(changes)) if (form.values[field] !== '') form.validate(field)
  }, [])
  const leaving = useLeaveGuard(isChanged && !isStored)
  const discarding = useDialog()
  const discard = () => {
    draft.erase()
    form.reset(draft.original)
    discarding.close()
  }
  return (
    <>
      {draft.isRestored && (
        <div className={`row spread soft small ${css.note}`}>
          <p>
            Continuamos de onde você parou: o rascunho fica neste aparelho por{' '}
            {days === 1 ? '1 dia' : `${days} dias`} ou até você sair.
          </p>
          <Button variant="quiet" compact onClick={discarding.open}>
            Descartar rascunho
          </Button>
        </div>
      )}
      <ConfirmDialog
        {...discarding.props}
        title="Descartar o rascunho?"
        confirm="Confirmar: descartar"
        onConfirm={discard}
      >
        <p>O que você escreveu aqui será apagado.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...leaving}
        title="Sair desta página?"
        confirm="Sair sem guardar"
        cancelLabel="Ficar aqui"
      >
        <p>O que você escreveu não pode ser guardado neste aparelho e será perdido.</p>
      </ConfirmDialog>
    </>
  )
}
