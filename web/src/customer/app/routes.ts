import { lazyPage, type LazyPage } from '../../platform/navigation/lazy-page.tsx'
import { matchesPattern, pathPatterns } from '../../platform/navigation/paths.ts'
import { gateSignIn } from './sign-in-gate.tsx'

export type PageRoute = {
  pattern: string
  page: LazyPage<object>
}

/** The module that imports the other pages, preloaded before the first navigation away from the sign-in screen. */
export const loadPages = () => import('./pages.ts')

const loadSignIn = () =>
  import('../flows/sign-in/sign-in-page.tsx').then(({ SignInPage }) => gateSignIn(SignInPage))

const pageOf = (name: keyof typeof pathPatterns): LazyPage<object> =>
  lazyPage(name === 'signIn' ? loadSignIn : async () => (await loadPages()).pages[name]())

/** Every shopper page except the *Carteira* and those of promotions. */
export const routes = Object.fromEntries(
  (Object.keys(pathPatterns) as (keyof typeof pathPatterns)[]).map((name) => [
    name,
    { pattern: pathPatterns[name], page: pageOf(name) },
  ]),
) as Readonly<Record<keyof typeof pathPatterns, PageRoute>>

const loadOtherPage = () => import('./other-page.tsx')

/** Handles all other paths: a promotion's page, the *Carteira*, or not found. Kept out of the first page's code. */
export const OtherPage = lazyPage(() => loadOtherPage().then((module) => module.OtherPage))

/** Loads the code of the page at a path. */
export async function preloadPage(url: string): Promise<void> {
  const route = routeOf(url)
  if (route) return route.page.preload()
  await OtherPage.preload()
  await (await loadOtherPage()).preloadPromotionPage(pathOf(url))
}

/** The route of a path; undefined if `OtherPage` handles it. */
export const routeOf = (url: string): PageRoute | undefined =>
  Object.values(routes).find(({ pattern }) => matchesPattern(pathOf(url), pattern))

const pathOf = (url: string): string => url.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
