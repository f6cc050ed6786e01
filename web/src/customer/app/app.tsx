import { useEffect, useState, type ReactNode } from 'react'
import { Route, Router, Switch, type AroundNavHandler } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight, Screen, Stack, PageTransition } from '../../kit/page/screen.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { networkMessage, unexpectedMessage } from '../../platform/api/explain.ts'
import { AppProvider, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { ErrorBoundary } from '../../platform/monitoring/error-boundary.tsx'
import { FocusKeeper } from '../../platform/navigation/focus-keeper.ts'
import { recordChunkFailure, lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { trackNavigation, useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { kioskChannel } from '../../platform/storage/service-channel.ts'
import { PageShell } from './page-shell.tsx'
import { OtherPage, preloadPage, routes } from './routes.ts'

/** Loads the next page's code before navigating; if it cannot be loaded, the current page stays. */
const loadThenNavigate: AroundNavHandler = (navigate, to, options) => {
  const navigation = preloadPage(to).then(() => navigate(to, options))
  // Code that did not load is a network failure, for which spec §1 shows nothing.
  trackNavigation(navigation).catch(() => {
    if (recordChunkFailure()) window.location.assign(to)
  })
}

const KioskIdle = lazyPage(() => import('./kiosk-idle.tsx').then((module) => module.KioskIdle))
const KioskBar = lazyPage(() => import('./kiosk-bar.tsx').then((module) => module.KioskBar))
const KioskHints = lazyPage(() => import('./kiosk-bar.tsx').then((module) => module.KioskHints))

type AppProps = {
  app: WiredApp
  /** Set only when the app is rendered on the server. */
  ssrPath?: string
  /** Called once the page is interactive. */
  onInteractive?: (() => void) | undefined
}

/** The shopper's app. */
export function App({ app, ssrPath, onInteractive }: AppProps) {
  return (
    <AppProvider app={app}>
      <Router aroundNav={loadThenNavigate} {...(ssrPath === undefined ? {} : { ssrPath })}>
        <FullHeight>
          <Transition />
          <KioskOnly>
            <KioskBar />
            <KioskIdle />
          </KioskOnly>
          <ErrorBoundary page={ErrorPage}>
            <FocusKeeper />
            <Switch>
              {Object.values(routes).map((route) => (
                <Route key={route.pattern} path={route.pattern}>
                  <LazyLoader fallback={<PageShell />}>
                    <route.page />
                    <NotifyInteractive onInteractive={onInteractive} />
                  </LazyLoader>
                </Route>
              ))}
              <Route>
                <LazyLoader fallback={<PageShell />}>
                  <OtherPage />
                </LazyLoader>
              </Route>
            </Switch>
          </ErrorBoundary>
          <KioskOnly>
            <KioskHints />
          </KioskOnly>
          <ToastHost autoHideMs={app.club.toast_ms} />
          <LoadingOverlay />
        </FullHeight>
      </Router>
    </AppProvider>
  )
}

/** A sibling of the page, because components that wait for their code hydrate after everything around them. */
function NotifyInteractive({ onInteractive }: Pick<AppProps, 'onInteractive'>) {
  useEffect(() => onInteractive?.(), [])
  return null
}

/** Renders its children at kiosks only, after hydration: the server does not know that it renders for a kiosk. */
function KioskOnly({ children }: { children: ReactNode }) {
  const [isKiosk, setKiosk] = useState(false)
  useEffect(() => setKiosk(document.documentElement.dataset['channel'] === kioskChannel), [])
  return isKiosk ? <LazyLoader fallback={null}>{children}</LazyLoader> : null
}

const Transition = () => <PageTransition pending={useNavigationPending()} />

/** With a restart button, after an exception during rendering or when code could not be loaded. */
const ErrorPage = ({ isOffline }: { isOffline: boolean }) => (
  <Screen>
    <Stack>
      <h1>{isOffline ? 'Sem conexão' : unexpectedMessage}</h1>
      <p>{isOffline ? networkMessage : 'A página parou de funcionar. O que você já enviou está guardado.'}</p>
      <Button compact onClick={() => window.location.reload()}>
        Tentar novamente
      </Button>
    </Stack>
  </Screen>
)
