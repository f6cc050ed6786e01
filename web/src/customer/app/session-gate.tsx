import { Suspense, use, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ClubData } from '../../parts/club-data/club-data.tsx'
import { DraftOwnerContext, DraftOwnerProvider } from '../../parts/draft/draft-owner.tsx'
import { Page } from '../../parts/page/page.tsx'
import { PasswordNeeded } from '../../parts/password-needed/password-needed.tsx'
import { isResponse, type Failure } from '../../platform/api/failure.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { withTimeLimit } from '../../platform/api/time-limit.ts'
import { useApp } from '../../platform/app/app-context.tsx'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { paths, signInPathFor } from '../../platform/navigation/paths.ts'
import { requestPassword, usePasswordRequest } from '../../platform/session/password-request.ts'
import { restoreSession } from '../../platform/session/restore-session.ts'
import { isIdentified, useSession } from '../../platform/session/session-store.ts'
import { draftKey, hasDraft, waitingRepliesDraft } from '../../platform/storage/drafts.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { OfflinePage } from './offline-page.tsx'
import { PageShell } from './page-shell.tsx'

type Gate = {
  /** The session level that the page requires, as calls declare it; `participant` by default. */
  needs?: 'identified' | 'participant' | 'customer' | undefined
  /** Replaces the page while the server does not respond, if it has an offline view. */
  offline?: ComponentType<{ onRetry: () => void }> | undefined
}

/** Wraps a page in the session gate and the cache of server data. */
export const gatePage = (GatedPage: ComponentType<object>, gate: Gate = {}): ComponentType<object> =>
  function PageBehindGate() {
    return (
      <SessionGate {...gate}>
        <ClubData>
          <SendWaitingReplies />
          <GatedPage />
        </ClubData>
      </SessionGate>
    )
  }

/**
 * Shows the page to signed-in customers. Otherwise runs the session check, then the silent sign-in with its loading
 * indicator and warning (spec §4), then navigates to the sign-in screen.
 */
function SessionGate({ children, needs = 'participant', offline: Offline }: Gate & { children: ReactNode }) {
  const session = useSession()
  const app = useApp()
  const { may } = app.club.passwordless_sessions
  const [path, navigate] = useLocation()
  const [unreachable, setUnreachable] = useState<Failure['kind'] | null>(null)
  const restoring = useRef<AbortController>(undefined)
  const isRetry = useRef(false)
  useEffect(() => () => restoring.current?.abort(), [])

  // On a kiosk, the back button opens pages of the previous person, to which the next one must not return.
  const leaveForSignIn = () => navigate(isKiosk() ? paths.signIn : signInPathFor(path), { replace: true })

  const restore = async () => {
    const controller = new AbortController()
    restoring.current = controller
    try {
      const send = Offline ? withTimeLimit(app.send) : app.send
      const restored = await restoreSession({ ...app, send }, controller.signal)
      if (restored.kind === 'unreachable') {
        const { failure } = restored
        // A page with an offline view shows the failure itself. A retry that fails changes nothing there, so it shows a
        // toast.
        if (!Offline || isRetry.current) showFailure(failure, { place: 'endpoint' })
        if (failure.kind !== 'aborted') setUnreachable(failure.kind)
        return
      }
      if (restored.kind === 'signedIn' || controller.signal.aborted) return
      const { failure } = restored
      if (Offline && failure && !isResponse(failure)) setUnreachable(failure.kind)
      else leaveForSignIn()
    } finally {
      restoring.current = undefined
    }
  }

  useEffect(() => {
    if (restoring.current || unreachable) return
    if (session.kind === 'unknown') void restore()
    else if (session.kind === 'signedOut') leaveForSignIn()
    // Only the session's state drives the gate; `restore` and `navigate` change with every render.
  }, [session.kind, unreachable])

  if (session.kind === 'signedIn') {
    const isSufficient = needs === 'identified' || (needs === 'participant' && may === 'participate')
    return (
      <>
        {/* Rendered before the page, so that it is listening when the page's first call is refused. */}
        <PasswordRequests />
        <DraftOwnerProvider
          owner={session.account_id === undefined ? null : `customer/${session.account_id}`}
        >
          {isSufficient || session.level === 'customer' ? children : <PasswordPage />}
        </DraftOwnerProvider>
      </>
    )
  }
  if (unreachable === null) return <PageShell />
  const retry = () => {
    isRetry.current = true
    setUnreachable(null)
  }
  if (Offline) return <Offline onRetry={retry} />
  return <OfflinePage isOffline={unreachable === 'network'} onRetry={retry} />
}

const PasswordDialog = lazyPage(() => import('./password-dialog.tsx').then((module) => module.PasswordDialog))

/** Shows the password dialog once it is requested; its code is loaded early for those who may need it. */
function PasswordRequests() {
  const isRequested = usePasswordRequest() !== null
  const isPasswordless = isIdentified(useSession())
  const wasRequested = useRef(false)
  if (isRequested) wasRequested.current = true
  useEffect(() => {
    if (isPasswordless) void PasswordDialog.preload().catch(() => {})
  }, [isPasswordless])
  return wasRequested.current ? (
    <Suspense>
      <PasswordDialog />
    </Suspense>
  ) : null
}

/** Sends replies of customer service that were written offline, on whichever page the person opens next. */
function SendWaitingReplies() {
  const owner = use(DraftOwnerContext)
  const [Sender, setSender] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (owner === null || !hasDraft(draftKey(owner, waitingRepliesDraft))) return
    // Without this code the replies keep waiting, and the page is not affected.
    void import('../features/customer-service/waiting-replies.ts').then(
      ({ ReplySender }) => setSender(() => ReplySender),
      () => {},
    )
  }, [owner])
  return Sender && <Sender />
}

/** Replaces a page that needs the password: requests it immediately, and again when the button is pressed. */
function PasswordPage() {
  useEffect(() => void requestPassword(), [])
  return (
    <Page title="Confirme sua senha">
      <PasswordNeeded action="Confirmar senha">
        Esta página mostra os seus dados. Para abrir, confirme sua senha.
      </PasswordNeeded>
    </Page>
  )
}
