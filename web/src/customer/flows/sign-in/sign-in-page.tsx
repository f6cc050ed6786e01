import { formatDocument } from '@clube/contract/brazil/document.ts'
import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { LazyLoader } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { SignInLayout } from '../../../kit/page/sign-in-layout.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths, returnPathOf } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useSession, type Session } from '../../../platform/session/session-store.ts'
import { ForgotPasswordStep, IdentityStep, PasswordStep } from './lazy-steps.ts'
import { LoginStep } from './login-step.tsx'
import { signInTitles } from './sign-in-titles.ts'
import type { SignInForm, StepProps } from './step-props.ts'
import { useSignInFlow } from './use-sign-in-flow.ts'

/** The sign-in area: one flow, its step chosen by its state (spec §2, §4). */
export function SignInPage() {
  const club = useClub()
  const [, navigate] = useLocation()
  const [form, setForm] = useState<SignInForm>({ document_id: '', document_type: 'cpf', remember_me: 'no' })
  const flow = useSignInFlow(() => navigate(paths.registration))
  const at = screenOf(flow.state)
  useTitle(signInTitles[at])
  const session = useSession()
  const [cameIdentified] = useState(() => isIdentified(session))
  useLeaveWhenSignedIn(session, cameIdentified)
  const passwordless = club.passwordless === 'yes' && !cameIdentified

  const props: StepProps = {
    flow,
    form,
    onFailure: (failure, failed) => {
      showFailure(failure, { form: failed })
      if (failure.kind === 'refused' && failure.code === 'flow.out-of-step') flow.dispatch({ type: 'RESET' })
    },
  }

  return (
    <SignInLayout
      brand={<ClubBrand />}
      title={signInTitles[at]}
      lead={leadOf(at, passwordless, form)}
      step={at}
      direction={flow.direction}
      greeting="O melhor do shopping, mais perto de você."
    >
      {at === 'checkAccountState' ? (
        <LoginStep {...props} passwordless={passwordless} onDocument={setForm} />
      ) : (
        <LazyLoader fallback={<Skeleton shape="field" />}>
          {at === 'signIn' && <PasswordStep {...props} />}
          {flow.state.at === 'verifyIdentity' && <IdentityStep {...props} hints={flow.state.hints} />}
          {at === 'forgotPassword' && <ForgotPasswordStep {...props} />}
        </LazyLoader>
      )}
    </SignInLayout>
  )
}

type ScreenName = keyof typeof signInTitles

/** The states that have a screen; the recovery states behind the forgotten password share its page. */
const screenOf = (state: SignInState): ScreenName =>
  state.at in signInTitles ? (state.at as ScreenName) : 'forgotPassword'

/** Somebody who was only identified, without a password, comes here to give it. */
const isIdentified = (session: Session): boolean =>
  session.at === 'signedIn' && session.level === 'identified'

/** Whoever is signed in, by this screen or another tab, goes where they wanted to go. */
function useLeaveWhenSignedIn(session: Session, cameIdentified: boolean) {
  const [, navigate] = useLocation()
  const mayLeave = session.at === 'signedIn' && !(cameIdentified && isIdentified(session))
  useEffect(() => {
    if (mayLeave) navigate(returnPathOf(window.location.search), { replace: true })
  }, [mayLeave])
}

function leadOf(at: ScreenName, passwordless: boolean, form: SignInForm) {
  switch (at) {
    case 'checkAccountState':
      return passwordless
        ? 'Informe seu documento para entrar.'
        : 'Informe seu documento para entrar ou criar sua conta.'
    case 'verifyIdentity':
      return 'Você já tem um cadastro conosco. Confirme seus dados para continuar.'
    case 'signIn':
      return `Digite a senha do documento ${formatDocument(form)}.`
    case 'forgotPassword':
      return null
    default:
      return at satisfies never
  }
}
