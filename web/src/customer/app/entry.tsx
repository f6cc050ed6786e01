import type { Club } from '@clube/contract/club/club.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { reportProblem, watchUncaughtProblems } from '../../platform/monitoring/report-problem.ts'
import { adoptServiceChannel, kioskChannel } from '../../platform/storage/service-channel.ts'
import '../../kit/theme/theme.css'
import { App } from './app.tsx'
import { routeOf } from './routes.ts'
import { wireApp } from './wire-app.ts'

declare global {
  interface Window {
    /** Set once the page handles its own submissions; until then `index.html` holds them back. */
    clubeReady?: boolean
    clubeSubmitted?: HTMLFormElement | null
  }
}

async function start() {
  const root = document.getElementById('root')
  const club = document.getElementById('club')?.textContent
  if (!root || !club) throw new Error('The page came without its root or its club')
  watchUncaughtProblems(window)
  if (adoptServiceChannel(window.location.search) === kioskChannel) {
    document.documentElement.dataset['channel'] = kioskChannel
  }
  const { pathname } = window.location
  await Promise.all([routeOf(pathname)?.page.preload(), firstPaint()])
  const app = <App app={wireApp(JSON.parse(club) as Club)} onAlive={takeOverSubmissions} />
  const options = { onRecoverableError: reportProblem }
  if (root.dataset['path'] === pathname) hydrateRoot(root, app, options)
  else createRoot(root, options).render(app)
}

/** A form that was sent before the page could answer is sent now, with what was typed meanwhile. */
function takeOverSubmissions() {
  window.clubeReady = true
  const waiting = window.clubeSubmitted
  if (waiting) setTimeout(() => waiting.requestSubmit())
}

/** What is in the HTML is seen before the page comes alive; a tab in the background paints nothing, so it does not wait. */
const firstPaint = () =>
  document.hidden
    ? Promise.resolve()
    : new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

start().catch(reportProblem)
