import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { LazyLoader } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { SignInLayout } from '../../../kit/page/sign-in-layout.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { shownDocument } from '../../../parts/shown-document.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useApp } from '../../../platform/app/app-context.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { focusHeading } from '../../../platform/navigation/focus-heading.ts'
import { paths, returnPathOf } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { isIdentified, useSession, type Session } from '../../../platform/session/session-store.ts'
import { IdentityStep, PasswordStep } from './lazy-steps.ts'
import { LoginStep } from './login-step.tsx'
import { RecoverySteps } from './recovery/lazy-recovery.ts'
import {
  emptyRecoveryData,
  flowEnd,
  hasSavedRecovery,
  removeSavedRecovery,
  type RecoveryData,
} from './recovery/recovery-data.ts'
import type { ResumedRecovery } from './recovery/saved-recovery.ts'
import { signInTitles, type ScreenName } from './sign-in-titles.ts'
import { endsFlow, type SignInForm, type StepProps } from './step-props.ts'
import { useSignInFlow } from './use-sign-in-flow.ts'

/** The sign-in area: one flow whose state decides the step shown (spec §2, §4). */
export function SignInPage() {
  const { club, send } = useApp()
  const [, navigate] = useLocation()
  const [form, setForm] = useState<SignInForm>({ document_id: '', document_type: 'cpf', remember_me: 'no' })
  const flow = useSignInFlow({
    onAccountVerified: () => navigate(paths.registration),
    onReset: removeSavedRecovery,
    willResume: hasSavedRecovery,
  })
  useEffect(() => removeSavedRecovery, [])
  const { state } = flow
  const [recoveryData, setRecoveryData] = useState(emptyRecoveryData)
  const [hasFailedToResume, setFailedToResume] = useState(false)
  const resume = async (): Promise<ResumedRecovery['kind']> => {
    const { resumeRecovery } = await import('./recovery/saved-recovery.ts')
    const resumed = await resumeRecovery(send, Date.now())
    setFailedToResume(resumed.kind === 'failed')
    if (resumed.kind === 'failed') showFailure(resumed.failure, { place: 'form' })
    if (resumed.kind === 'resumed') {
      setForm(resumed.form)
      setRecoveryData((before) => {
        const { draft, hasLostPhotos } = before
        // A draft that this page still has is complete, with its photos.
        return { ...before, ...resumed.recoveryData, ...(draft && { draft, hasLostPhotos }) }
      })
      flow.resume(resumed.state)
    }
    return resumed.kind
  }
  const isResuming = useInterruptedRecovery(resume)
  // The back button showed the first step, or the recovery could not be resumed offline.
  const canResume =
    state.at === 'checkAccountState' && (flow.hasMoved || hasFailedToResume) && hasSavedRecovery()
  const handleResume = async () => {
    if ((await trackPending(resume())) === 'none') showToast({ message: flowExpiredMessage, type: 'warning' })
  }
  const screen = screenOf(state, recoveryData)
  useTitle(signInTitles[screen])
  // A step without an autofocused field is announced by its heading.
  useEffect(() => {
    if (flow.hasMoved) focusHeading()
  }, [screen])
  const session = useSession()
  // A passwordless session opens this page to enter the password.
  const [wasIdentified] = useState(() => isIdentified(session))
  useLeaveWhenSignedIn(session, wasIdentified, screen === 'passwordChanged')
  const isPasswordless = club.passwordless === 'yes' && !wasIdentified

  const handleDocument = (next: SignInForm) => {
    // A support draft is kept for the same document only.
    const isSame = next.document_id === form.document_id
    setRecoveryData(({ draft }) => ({
      ...emptyRecoveryData,
      flow_expires_at: flowEnd(),
      draft: isSame ? draft : null,
    }))
    setForm(next)
    removeSavedRecovery()
  }

  const props: StepProps = {
    flow,
    form,
    onFailure: (failure, failedForm) => {
      // Every button of the flow reports a network failure with the same message as its forms.
      showFailure(failure, failedForm ? { form: failedForm } : { place: 'form' })
      if (endsFlow(failure)) flow.reset()
    },
  }

  return (
    <SignInLayout
      brand={<ClubBrand />}
      title={signInTitles[screen]}
      lead={leadOf(screen, isPasswordless, form)}
      step={screen}
      direction={flow.direction}
      greeting="O melhor do shopping, mais perto de você."
    >
      {isResuming ? (
        <Skeleton shape="field" />
      ) : state.at === 'checkAccountState' ? (
        <LoginStep
          {...props}
          isPasswordless={isPasswordless}
          onDocument={handleDocument}
          onResume={canResume ? () => void handleResume() : undefined}
        />
      ) : (
        <LazyLoader fallback={<Skeleton shape="field" />}>
          {state.at === 'signIn' ? (
            <PasswordStep {...props} />
          ) : state.at === 'verifyIdentity' ? (
            <IdentityStep {...props} hints={state.hints} />
          ) : (
            <RecoverySteps
              {...props}
              state={state}
              recoveryData={recoveryData}
              onRecoveryDataChange={setRecoveryData}
            />
          )}
        </LazyLoader>
      )}
    </SignInLayout>
  )
}

const screenOf = (state: SignInState, recoveryData: RecoveryData): ScreenName => {
  if (state.at === 'support') return state.step
  return state.at === 'resetPassword' && recoveryData.confirmation_text !== null
    ? 'passwordChanged'
    : state.at
}

/** Resumes the recovery that a reload or a discarded tab interrupted. Returns whether its module is still loading. */
function useInterruptedRecovery(resume: () => Promise<unknown>): boolean {
  // The server renders the first step, so hydration must begin with it.
  const isSaved = useSyncExternalStore(
    () => () => {},
    hasSavedRecovery,
    () => false,
  )
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!hasSavedRecovery()) return setSettled(true)
    // If the module cannot be loaded, the first step is shown.
    void resume()
      .catch(() => {})
      .then(() => setSettled(true))
  }, [])
  return isSaved && !isSettled
}

const flowExpiredMessage = 'Sua entrada expirou. Comece novamente.'

/** Once signed in, here or in another tab, navigates to the requested page, unless the final screen is still shown. */
function useLeaveWhenSignedIn(session: Session, wasIdentified: boolean, isFinalScreen: boolean) {
  const [, navigate] = useLocation()
  const canLeave = session.kind === 'signedIn' && !(wasIdentified && isIdentified(session)) && !isFinalScreen
  useEffect(() => {
    if (canLeave) navigate(returnPathOf(window.location.search), { replace: true })
  }, [canLeave])
}

function leadOf(screen: ScreenName, isPasswordless: boolean, form: SignInForm) {
  switch (screen) {
    case 'checkAccountState':
      return isPasswordless
        ? 'Informe seu documento para entrar.'
        : 'Informe seu documento para entrar ou criar sua conta.'
    case 'verifyIdentity':
      return 'Você já tem um cadastro conosco. Confirme seus dados para continuar.'
    case 'signIn':
      return `Digite a senha do documento ${shownDocument(form)}.`
    default:
      // The recovery renders its lead inside its steps, whose code is loaded later.
      return null
  }
}
