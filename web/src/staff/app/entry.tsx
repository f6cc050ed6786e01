import type { Club } from '@clube/contract/club/club.ts'
import { createRoot } from 'react-dom/client'
import { reportProblem, watchUncaughtProblems } from '../../platform/monitoring/report-problem.ts'
import '../../kit/theme/theme.css'
import { App } from './app.tsx'
import { wireApp } from './wire-app.ts'

const root = document.getElementById('root')
const club = document.getElementById('club')?.textContent
if (!root || !club) throw new Error('The page came without its root or its club')
watchUncaughtProblems(window)
createRoot(root, { onRecoverableError: reportProblem }).render(
  <App app={wireApp(JSON.parse(club) as Club)} />,
)
