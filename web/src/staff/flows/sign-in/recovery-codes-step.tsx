import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { RecoveryCodeList } from '../../parts/recovery-code-list.tsx'

/** The codes, shown this once; they must be said to be kept before it goes on. */
export function RecoveryCodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <>
      <RecoveryCodeList codes={codes} />
      <Checkbox name="kept" checked={kept} onChange={setKept}>
        Guardei os códigos em um lugar seguro
      </Checkbox>
      <StepActions>
        <Button disabled={!kept} onClick={onDone}>
          Entrar
        </Button>
      </StepActions>
    </>
  )
}
