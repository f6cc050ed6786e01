import { createRoot, hydrateRoot } from 'react-dom/client'
import { readPageClub } from '../../platform/app/page-club.ts'
import { setSubmissionErrorHandler } from '../../kit/form/submission-error.ts'
import { closeDialogsOnBack } from '../../kit/surface/close-on-back.ts'
import { showUnexpectedError } from '../../platform/api/show-failure.ts'
import { captureError, captureUncaughtErrors } from '../../platform/monitoring/capture-error.ts'
import { registerAppWorker } from '../../platform/offline/app-worker.ts'
import { adoptServiceChannel, kioskChannel } from '../../platform/storage/service-channel.ts'
import '../../kit/theme/theme.css'
import { App } from './app.tsx'
import { preloadPage } from './routes.ts'
import { wireApp } from './wire-app.ts'

declare global {
  interface Window {
    /** Set once the page handles its own submissions; until then `index.html` defers them. */
    clubeReady?: boolean
    clubeSubmitted?: HTMLFormElement | null
  }
}

async function start() {
  const root = document.getElementById('root')
  const club = readPageClub()
  if (!root || !club) throw new Error('The page has no root element or no club')
  captureUncaughtErrors(window)
  setSubmissionErrorHandler(showUnexpectedError)
  closeDialogsOnBack()
  if (adoptServiceChannel(window.location.search) === kioskChannel) {
    document.documentElement.dataset['channel'] = kioskChannel
  }
  const { pathname } = window.location
  // Without the page's code, the app shows its offline page.
  await Promise.all([preloadPage(pathname).catch(() => {}), firstPaint()])
  document.getElementById('loading')?.remove()
  const app = <App app={wireApp(club)} onInteractive={takeOverSubmissions} />
  const options = { onRecoverableError: captureError }
  if (root.dataset['path'] === pathname) hydrateRoot(root, app, options)
  else createRoot(root, options).render(app)
  registerAppWorker()
}

/** Submits a form that was submitted before hydration, with everything typed so far. */
function takeOverSubmissions() {
  window.clubeReady = true
  const waiting = window.clubeSubmitted
  if (waiting) setTimeout(() => waiting.requestSubmit())
}

/** Waits until the server's HTML has been painted; a background tab paints nothing, so it does not wait. */
const firstPaint = () =>
  document.hidden
    ? Promise.resolve()
    : new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

start().catch(captureError)
