import { Route, Switch } from 'wouter'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import { matchesPattern, paths } from '../../platform/navigation/paths.ts'
import { walletPath, type PromotionRoute } from '../promotions/promotion.ts'
import { promotionRoutes } from '../promotions/promotion-pages.ts'
import { PageShell } from './page-shell.tsx'
import { gatePage } from './session-gate.tsx'
import { startPromotions } from './start-promotions.ts'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { withClubData } from '../../parts/club-data/club-data.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { useTitle } from '../../platform/navigation/use-title.ts'

/** The pages of promotions and the *Carteira*. */
export const otherRoutes: readonly PromotionRoute[] = [
  ...promotionRoutes,
  {
    pattern: walletPath,
    load: async () => {
      startPromotions()
      const { WalletPage, OfflineWalletItems } = await import('../features/wallet/wallet-page.tsx')
      return { page: WalletPage, offline: OfflineWalletItems }
    },
  },
]

const routes = otherRoutes.map(({ pattern, isPublic, needs, load }) => ({
  pattern,
  page: lazyPage(async () => {
    const { page, offline } = await load()
    return isPublic ? withClubData(page) : gatePage(page, { offline, needs })
  }),
}))

/** A page of `otherRoutes`, behind the session gate unless it is public; the not-found page for any other path. */
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

/** Loads the code of a page of `otherRoutes`; does nothing for other paths. */
export const preloadPromotionPage = async (path: string): Promise<void> =>
  routes.find(({ pattern }) => matchesPattern(path, pattern))?.page.preload()

/** The page for a path that does not exist. */
function NotFoundPage() {
  useTitle('Página não encontrada')
  return (
    <Screen>
      <Stack>
        <h1>Página não encontrada</h1>
        <EmptyList illustration="search" href={paths.home} action="Ir para o início">
          Não há nada neste endereço.
        </EmptyList>
      </Stack>
    </Screen>
  )
}
