import { useEffect, useRef, useState } from 'react'
import { Route, Router, Switch, useLocation, type AroundNavHandler } from 'wouter'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight } from '../../kit/page/full-height.tsx'
import { PageTransition } from '../../kit/page/page-transition.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { AppProvider, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { noticeMissingCode } from '../../platform/navigation/missing-code.ts'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { trackNavigation, useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { kioskChannel } from '../../platform/storage/service-channel.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageShell } from './page-shell.tsx'
import { NotFoundPage, routeOf, routes } from './routes.ts'

/** The next page's code first, then the move; a page that does not arrive leaves the person where they are. */
const loadThenMove: AroundNavHandler = (navigate, to, options) => {
  const arriving = (routeOf(to)?.page.preload() ?? Promise.resolve()).then(() => navigate(to, options))
  // A page that did not load is the network's fault: spec §1 shows nothing for it.
  trackNavigation(arriving).catch(() => {
    if (noticeMissingCode()) window.location.assign(to)
  })
}

const KioskIdle = lazyPage(() => import('./kiosk-idle.tsx').then((module) => module.KioskIdle))

type AppProps = {
  app: WiredApp
  /** Given where the app is rendered on the server. */
  ssrPath?: string
  /** Told once the page answers to the person. */
  onAlive?: (() => void) | undefined
}

/** The shopper's app. */
export function App({ app, ssrPath, onAlive }: AppProps) {
  return (
    <AppProvider app={app}>
      <Router aroundNav={loadThenMove} {...(ssrPath === undefined ? {} : { ssrPath })}>
        <FullHeight>
          <Transition />
          <ErrorBoundary>
            <Arrival />
            <Switch>
              {Object.values(routes).map((route) => (
                <Route key={route.pattern} path={route.pattern}>
                  <LazyLoader fallback={<PageShell />}>
                    <route.page />
                    <Alive onAlive={onAlive} />
                  </LazyLoader>
                </Route>
              ))}
              <Route>
                <LazyLoader fallback={<PageShell />}>
                  <NotFoundPage />
                </LazyLoader>
              </Route>
            </Switch>
          </ErrorBoundary>
          <Kiosk />
          <ToastHost />
          <LoadingOverlay />
        </FullHeight>
      </Router>
    </AppProvider>
  )
}

/** Beside the page, because what waits for its code comes alive after everything around it. */
function Alive({ onAlive }: Pick<AppProps, 'onAlive'>) {
  useEffect(() => onAlive?.(), [])
  return null
}

/** What only a kiosk has; the server does not know that it renders for one. */
function Kiosk() {
  const [here, setHere] = useState(false)
  useEffect(() => setHere(document.documentElement.dataset['channel'] === kioskChannel), [])
  return here ? (
    <LazyLoader fallback={null}>
      <KioskIdle />
    </LazyLoader>
  ) : null
}

const Transition = () => <PageTransition pending={useNavigationPending()} />

/** After a move the new page begins at its top, and its heading is read out. */
function Arrival() {
  const [path] = useLocation()
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    window.scrollTo(0, 0)
    const heading = document.querySelector('h1')
    // A page that gave the focus to a field of its own keeps it there.
    if (!heading || document.activeElement?.closest('main')) return
    heading.tabIndex = -1
    // Where somebody arrives is no control: the ring would promise one.
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [path])
  return null
}
