import { useState } from 'react'
import { staffReplaceRecoveryCodesCall } from '@clube/contract/staff/sign-in-calls.ts'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useActionForm } from '../../parts/use-action-form.ts'
import { SubmitButton } from '../parts/buttons.tsx'
import { AuthenticatorField, codeRule, RecoveryCodeList } from '../parts/second-factor.tsx'
import { setStaffSession, useStaffIdentity } from '../parts/staff-session.ts'
import css from './shell.module.css'

/** Below this number of codes a warning is shown. */
const lowCount = 3

/** Warns about few remaining recovery codes, and creates new ones. */
export function RecoveryCodesNote() {
  const identity = useStaffIdentity()
  const { recovery_codes_left: left } = identity
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useActionForm({
    initial: { code: '' },
    rules: { code: codeRule },
    request: (send, body) => send(staffReplaceRecoveryCodesCall, { body }),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const close = () => {
    setOpen(false)
    if (codes)
      setStaffSession({ kind: 'signedIn', identity: { ...identity, recovery_codes_left: codes.length } })
    setCodes(null)
    form.reset()
  }
  if (left >= lowCount && !open) return null
  return (
    <div className={css.note}>
      <Notice tone="warn">
        <span>
          {left === 0 && 'Você não tem códigos de recuperação. '}
          {left === 1 && 'Resta 1 código de recuperação. '}
          {left > 1 && `Restam ${left} códigos de recuperação. `}
        </span>
        <button type="button" className={css.quiet} onClick={() => setOpen(true)}>
          Gerar novos códigos
        </button>
      </Notice>
      <Dialog open={open} onClose={close} title="Códigos de recuperação" fieldFirst>
        {codes ? (
          <RecoveryCodeList codes={codes} />
        ) : (
          <form {...form.props}>
            <AuthenticatorField helper="Os códigos antigos deixam de valer." {...form.field('code')} />
            <SubmitButton form={form} compact={false}>
              Gerar novos códigos
            </SubmitButton>
          </form>
        )}
      </Dialog>
    </div>
  )
}
