import { Route, Switch } from 'wouter'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { hasPattern } from '../../platform/navigation/paths.ts'
import { promotionRoutes } from '../promotions/promotions.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageShell } from './page-shell.tsx'
import { gatePage } from './session-gate.tsx'

const routes = promotionRoutes.map(({ pattern, load }) => ({
  pattern,
  page: lazyPage(async () => {
    const { page, offline } = await load()
    return gatePage(page, { offline })
  }),
}))

/** A promotion's page behind the session gate; the not-found page for any other path. */
export function OtherPage() {
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.pattern} path={route.pattern}>
          <LazyLoader fallback={<PageShell />}>
            <route.page />
          </LazyLoader>
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

/** Loads the code of a promotion's page; does nothing for other paths. */
export const preloadPromotionPage = async (path: string): Promise<void> =>
  routes.find(({ pattern }) => hasPattern(path, pattern))?.page.preload()
