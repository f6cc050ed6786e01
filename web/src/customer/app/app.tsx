import { useEffect, useState, type ReactNode } from 'react'
import { Route, Router, Switch, useLocation, type AroundNavHandler } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight, Screen, Stack, PageTransition } from '../../kit/page/screen.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { unexpectedMessage } from '../../platform/api/explain.ts'
import { AppProvider, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { ErrorBoundary, type ErrorPageProps } from '../../platform/monitoring/error-boundary.tsx'
import { FocusKeeper } from '../../platform/navigation/focus-keeper.ts'
import { guardNavigation } from '../../platform/navigation/leave-guard.ts'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { trackNavigation, useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { kioskChannel } from '../../platform/storage/service-channel.ts'
import { OfflinePage } from './offline-page.tsx'
import { PageShell } from './page-shell.tsx'
import { OtherPage, preloadPage, routes } from './routes.ts'

/** Loads the next page's code before navigating; without it, the offline page opens there. */
const loadThenNavigate: AroundNavHandler = guardNavigation(
  (navigate, to, options) =>
    void trackNavigation(preloadPage(to).catch(() => {})).then(() => navigate(to, options)),
)

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
          <FocusKeeper />
          <PageBoundary>
            <KioskOnly>
              <KioskBar />
              <KioskIdle />
            </KioskOnly>
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
            <KioskOnly>
              <KioskHints />
            </KioskOnly>
          </PageBoundary>
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

/** Renders its children at kiosks only, after hydration: the server cannot detect a kiosk. */
function KioskOnly({ children }: { children: ReactNode }) {
  const [isKiosk, setKiosk] = useState(false)
  useEffect(() => setKiosk(document.documentElement.dataset['channel'] === kioskChannel), [])
  return isKiosk ? <LazyLoader fallback={null}>{children}</LazyLoader> : null
}

const Transition = () => <PageTransition pending={useNavigationPending()} />

/** Shows an error in place of the page, until another page is opened. */
function PageBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <ErrorBoundary page={ErrorPage} resetKey={path}>
      {children}
    </ErrorBoundary>
  )
}

/** After an exception during rendering, or when code could not be loaded. */
const ErrorPage = ({ isOffline, onRetry }: ErrorPageProps) =>
  isOffline ? (
    <OfflinePage isOffline onRetry={onRetry} />
  ) : (
    <Screen>
      <Stack>
        <h1>{unexpectedMessage}</h1>
        <p>A página parou de funcionar. O que você já enviou está guardado.</p>
        <Button compact onClick={onRetry}>
          Tentar novamente
        </Button>
      </Stack>
    </Screen>
  )
