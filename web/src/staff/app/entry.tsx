import { createRoot } from 'react-dom/client'
import { readPageClub } from '../../platform/app/page-club.ts'
import { setSubmissionProblemHandler } from '../../kit/form/submission-problem.ts'
import { showUnexpectedProblem } from '../../platform/api/show-failure.ts'
import { reportProblem, watchUncaughtProblems } from '../../platform/monitoring/report-problem.ts'
import '../../kit/theme/theme.css'
import { App } from './app.tsx'
import { wireApp } from './wire-app.ts'

const root = document.getElementById('root')
const club = readPageClub()
if (!root || !club) throw new Error('The page has no root element or no club')
watchUncaughtProblems(window)
setSubmissionProblemHandler(showUnexpectedProblem)
createRoot(root, { onRecoverableError: reportProblem }).render(<App app={wireApp(club)} />)
