import { createRoot, type Root } from 'react-dom/client'
import '../kit/theme/theme.css'
import { confirmingPause } from '../kit/button/button.tsx'
import { lazyLoaderDelay } from '../kit/feedback/lazy-loader.tsx'
import { closeToast } from '../kit/toast/toast-store.ts'
import { App as ShopperApp } from '../customer/app/app.tsx'
import { clearAttempt } from '../platform/credentials/silent-sign-in.ts'
import { clearHandOver } from '../platform/session/hand-over.ts'
import { setSessionEnd } from '../platform/session/session-end.ts'
import { setSession } from '../platform/session/session-store.ts'
import { App as StaffApp } from '../staff/app/app.tsx'
import { fakeApp, FakeServer } from '../testing/fake-server.ts'
import { sampleNow } from '../testing/samples.ts'
import { allScreens } from './screens/all-screens.ts'
import { waitForText } from './screens/simulated-user.ts'
import { restoreDevice } from './screens/sample-camera.ts'

/**
 * Development only: the real app connected to a fake server, brought to the state that the hash names. `showScreen`
 * shows another one on the same page. `data-reached` on the root element is `yes` or the error, for tests.
 */
const html = document.documentElement
let shown: { root: Root; server: FakeServer } | undefined

const RealDate = Date
let aheadMs = 0

/** Each screen's clock starts at the samples' time, so that it looks the same every day and however long the page is open. */
const restartClock = (): void => void (aheadMs = RealDate.parse(sampleNow) - RealDate.now())

function replaceClock(): void {
  globalThis.Date = class SampleDate extends RealDate {
    constructor(...values: number[]) {
      super(...((values.length === 0 ? [SampleDate.now()] : values) as [number]))
    }
    static override now = () => RealDate.now() + aheadMs
  } as DateConstructor
}

/** Resets what the previous state changed on the page. */
function clear(): void {
  shown?.root.unmount()
  shown?.server.close()
  delete html.dataset['reached']
  delete html.dataset['channel']
  localStorage.clear()
  sessionStorage.clear()
  closeToast()
  clearHandOver()
  clearAttempt()
  restoreDevice()
  setSession({ kind: 'unknown' })
  setSessionEnd(null)
  restartClock()
}

async function showScreen(id: string): Promise<void> {
  clear()
  const report = (result: string) => void (html.dataset['reached'] ??= result)
  const screen = allScreens.find((one) => one.id === id)
  const element = document.getElementById('root')
  if (!screen || !element) return report(`unknown screen ${id}`)
  try {
    await screen.arrange?.()
    window.history.replaceState(null, '', screen.path)
    document.title = screen.title
    const server = new FakeServer(report, screen.responses)
    shown = { root: createRoot(element), server }
    const app = fakeApp(server, screen.club)
    shown.root.render(screen.app === 'staff' ? <StaffApp app={app} /> : <ShopperApp app={app} />)
    for (const step of [screen.act ?? []].flat()) await step()
    await waitForText(screen.shows)()
    // Effects of the last rendering run; a page that is about to be replaced may contain the same text.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    await waitForText(screen.shows)()
    report('yes')
  } catch (error) {
    report(String(error))
  }
}

// The simulated user presses every button once, and each of a hundred screens would take a second longer.
confirmingPause.ms = 0
// Every page has a state in which it loads.
lazyLoaderDelay.ms = 20
html.dataset['theme'] = new URLSearchParams(location.search).get('theme') ?? 'light'
restartClock()
replaceClock()
Object.assign(globalThis, { allScreens, showScreen })
if (location.hash !== '') void showScreen(decodeURIComponent(location.hash.slice(1)))
