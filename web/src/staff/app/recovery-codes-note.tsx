import { useState } from 'react'
import { staffReplaceRecoveryCodesCall } from '@clube/contract/staff/sign-in-calls.ts'
import { secondFactorDigits } from '@clube/contract/staff/second-factor.ts'
import { Button } from '../../kit/button/button.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { CodeField } from '../../kit/field/code-field.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { codeRule } from '../parts/code-rule.ts'
import { FirstFocus } from '../parts/first-focus.tsx'
import { RecoveryCodeList } from '../parts/recovery-code-list.tsx'
import { setStaffSession, useStaffIdentity } from '../parts/staff-session.ts'
import css from './shell.module.css'

/** Fewer than this are few. */
const few = 3

/** Tells who has few recovery codes left, and makes new ones. */
export function RecoveryCodesNote() {
  const identity = useStaffIdentity()
  const { recovery_codes_left: left } = identity
  const [open, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const send = useSend()
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule },
    onSubmit: async (body) => {
      const sent = await send(staffReplaceRecoveryCodesCall, { body })
      if (sent.ok) setCodes(sent.data.recovery_codes)
      else showFailure(sent.failure, { form })
    },
  })
  const close = () => {
    setOpen(false)
    if (codes)
      setStaffSession({ at: 'signedIn', identity: { ...identity, recovery_codes_left: codes.length } })
    setCodes(null)
    form.reset()
  }
  if (left >= few && !open) return null
  return (
    <div className={css.note}>
      <Notice tone="warn">
        <span>
          {left === 0 ? 'Você não tem códigos de recuperação. ' : `Restam ${left} códigos de recuperação. `}
        </span>
        <button type="button" className={css.quiet} onClick={() => setOpen(true)}>
          Gerar novos códigos
        </button>
      </Notice>
      <Dialog open={open} onClose={close} title="Códigos de recuperação">
        {codes ? (
          <RecoveryCodeList codes={codes} />
        ) : (
          <FirstFocus>
            <form {...form.props}>
              <CodeField
                label="Código do aplicativo"
                length={secondFactorDigits}
                helper="Os códigos antigos deixam de valer."
                {...form.field('code')}
              />
              <Button type="submit" pending={form.pending}>
                Gerar novos códigos
              </Button>
            </form>
          </FirstFocus>
        )}
      </Dialog>
    </div>
  )
}
