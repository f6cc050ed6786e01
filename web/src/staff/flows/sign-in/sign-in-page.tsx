import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffIdentity, StaffNextStep } from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { SignInLayout, StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import type { Failure } from '../../../platform/api/failure.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { staffPaths } from '../../app/paths.ts'
import { UnsentDecisions } from '../../parts/delayed-decision.tsx'
import { RecoveryCodeList } from '../../parts/second-factor.tsx'
import { setStaffSession } from '../../parts/staff-session.ts'
import { readInvitationLink, storeAcceptance, type InvitationLink } from './invitation-link.ts'
import { InvitationStep } from './invitation-step.tsx'
import {
  CodeStep,
  EnrollmentStep,
  PasswordStep,
  RecoveryCodeStep,
  type StaffSignInCode,
} from './sign-in-steps.tsx'
import css from './sign-in.module.css'

type Step =
  | { kind: 'invitation'; token: string }
  | { kind: 'password' }
  | { kind: 'code' }
  | { kind: 'recoveryCode' }
  | { kind: 'enrollment' }
  | { kind: 'recoveryCodes'; identity: StaffIdentity; codes: readonly string[] }

const titles = {
  invitation: 'Boas-vindas à equipe',
  password: 'Entrada da equipe',
  code: 'Código de segurança',
  recoveryCode: 'Código de recuperação',
  enrollment: 'Proteja a sua conta',
  recoveryCodes: 'Guarde os seus códigos',
} as const satisfies Record<Step['kind'], string>

const leads: Partial<Record<Step['kind'], string>> = {
  code: 'Abra o aplicativo autenticador e digite o código deste clube.',
  recoveryCode: 'Use um dos códigos que você guardou. Ele deixa de valer depois.',
  enrollment: 'Leia o QR Code com um aplicativo autenticador e digite o código que ele mostrar.',
}

const firstStepOf = (link: InvitationLink | null): Step =>
  link?.kind === 'open' ? { kind: 'invitation', token: link.token } : { kind: 'password' }

const acceptedMessage = 'Sua senha já foi criada. Entre com ela para continuar.'

/** Password, then the second factor; an invitation comes before both. */
export function SignInPage({ ended = false }: { ended?: boolean }) {
  const [path, navigate] = useLocation()
  const isInvited = path === staffPaths.invitation
  const [link] = useState(() => (isInvited ? readInvitationLink() : null))
  const [step, setStep] = useState(() => firstStepOf(link))
  useTitle(titles[step.kind])
  useEffect(() => {
    if (link?.kind === 'accepted') showToast({ message: acceptedMessage })
  }, [link])
  useEffect(() => {
    if (isInvited && step.kind === 'password') navigate(staffPaths.home, { replace: true })
  }, [isInvited, step.kind, navigate])

  const restart = () => setStep({ kind: 'password' })
  const goToStep = (next: StaffNextStep) => setStep({ kind: next })
  const signIn = (identity: StaffIdentity) => {
    setStaffSession({ kind: 'signedIn', identity })
    if (isInvited) navigate(staffPaths.home, { replace: true })
  }
  const handleFailure = (failure: Failure<StaffSignInCode>): boolean => {
    if (failure.kind !== 'refused' || failure.code !== 'staff.sign-in-expired') return false
    showToast({ message: failure.message, type: 'warning' })
    restart()
    return true
  }
  const shared = { onFailure: handleFailure, onRestart: restart }

  return (
    <SignInLayout
      brand={<ClubBrand />}
      title={titles[step.kind]}
      lead={leads[step.kind]}
      step={step.kind}
      greeting="Equipe"
    >
      {step.kind === 'password' && (
        <>
          {ended && (
            <div className={css.ended}>
              <Notice tone="warn">
                <p>Sua sessão terminou. Entre novamente para continuar.</p>
                <UnsentDecisions />
              </Notice>
            </div>
          )}
          <PasswordStep {...shared} onNext={goToStep} />
        </>
      )}
      {step.kind === 'invitation' && (
        <InvitationStep
          {...shared}
          token={step.token}
          onNext={(next) => {
            storeAcceptance()
            goToStep(next)
          }}
        />
      )}
      {step.kind === 'code' && (
        <CodeStep {...shared} onSignedIn={signIn} onSwitch={() => setStep({ kind: 'recoveryCode' })} />
      )}
      {step.kind === 'recoveryCode' && (
        <RecoveryCodeStep {...shared} onSignedIn={signIn} onSwitch={() => setStep({ kind: 'code' })} />
      )}
      {step.kind === 'enrollment' && (
        <EnrollmentStep
          {...shared}
          onEnrolled={(identity, codes) => setStep({ kind: 'recoveryCodes', identity, codes })}
        />
      )}
      {step.kind === 'recoveryCodes' && (
        <RecoveryCodesStep codes={step.codes} onDone={() => signIn(step.identity)} />
      )}
    </SignInLayout>
  )
}

/** The recovery codes, shown once; the next step requires confirmation that they were saved. */
function RecoveryCodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [areSaved, setSaved] = useState(false)
  return (
    <>
      <RecoveryCodeList codes={codes} />
      <Checkbox name="kept" checked={areSaved} onChange={setSaved}>
        Guardei os códigos em um lugar seguro
      </Checkbox>
      <StepActions>
        <Button disabled={!areSaved} onClick={onDone}>
          Entrar
        </Button>
      </StepActions>
    </>
  )
}
