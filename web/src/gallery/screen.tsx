import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/theme/theme.css'
import { closeToast } from '../kit/toast/toast-store.ts'
import { App as ShopperApp } from '../customer/app/app.tsx'
import { App as StaffApp } from '../staff/app/app.tsx'
import { allScreens } from './screens/all-screens.ts'
import { person } from './screens/person.ts'
import { pretendApp } from './screens/pretend-server.ts'
import type { ScreenState } from './screens/screen-state.ts'

/**
 * Development only: the real app, before a server that is pretended, brought to the state that the hash names.
 * `data-reached` on the root element says `yes`, or what went wrong, for tests.
 */
const tell = (words: string): void => {
  document.documentElement.dataset['reached'] = words
}

const show = async (screen: ScreenState, root: HTMLElement): Promise<void> => {
  sessionStorage.clear()
  closeToast()
  screen.arrange?.()
  window.history.replaceState(null, '', screen.path)
  document.title = screen.title
  const app = pretendApp({ answers: screen.answers, club: screen.club ?? {}, onFault: tell })
  const page: ReactNode = screen.app === 'staff' ? <StaffApp app={app} /> : <ShopperApp app={app} />
  createRoot(root).render(page)
  await screen.act?.(person)
  await person.sees(screen.shows)
  document.documentElement.dataset['reached'] ??= 'yes'
}

const root = document.getElementById('root')
const wanted = decodeURIComponent(location.hash.slice(1))
const screen = allScreens.find(({ id }) => id === wanted)
const theme = new URLSearchParams(location.search).get('theme')
if (theme !== null) document.documentElement.dataset['theme'] = theme
if (!root || !screen) tell(`there is no screen ${wanted}`)
else show(screen, root).catch((problem: unknown) => tell(String(problem)))
