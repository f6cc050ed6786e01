import { createRoot } from 'react-dom/client'
import { readPageClub } from '../../platform/app/page-club.ts'
import { setSubmissionErrorHandler } from '../../kit/form/submission-error.ts'
import { closeDialogsOnBack } from '../../kit/surface/close-on-back.ts'
import { showUnexpectedError } from '../../platform/api/show-failure.ts'
import { captureError, captureUncaughtErrors } from '../../platform/monitoring/capture-error.ts'
import '../../kit/theme/theme.css'
import { App } from './app.tsx'
import { wireApp } from './wire-app.ts'

const root = document.getElementById('root')
const club = readPageClub()
if (!root || !club) throw new Error('The page has no root element or no club')
captureUncaughtErrors(window)
setSubmissionErrorHandler(showUnexpectedError)
closeDialogsOnBack()
createRoot(root, { onRecoverableError: captureError }).render(<App app={wireApp(club)} />)
