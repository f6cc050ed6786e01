import { join } from 'node:path'
import type { Binder } from '../http/bind.ts'
import { createSharedAnswers } from '../http/bind-shared.ts'
import { createUploads } from '../http/uploads.ts'
import { spendProof, type CaptchaDeps } from '../modules/captcha/index.ts'
import { createNetworkFinder, networkOf } from '../modules/limits/index.ts'
import { createSessionFinder } from '../modules/sessions/index.ts'
import { createStaffSessionFinder } from '../modules/staff/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Creates the binder with its guards. */
export const binderOf = (infrastructure: Infrastructure, captcha: CaptchaDeps): Binder => {
  const { app, db, clock, environment, configuration, notifications } = infrastructure
  const sharedAnswers = createSharedAnswers(clock, notifications.isListening)
  // The connection is lost with the database: nothing that was read before an outage is sent during it.
  notifications.onGap(sharedAnswers.forgetAll)
  return {
    app,
    guards: {
      identifiedAccess: configuration.club.passwordless_sessions.may,
      findSession: createSessionFinder(db, clock),
      findStaffSession: createStaffSessionFinder(db, clock),
      spendProof: (use) => spendProof(captcha, use),
    },
    clock,
    secureCookies: environment.base_url.startsWith('https:'),
    checkResponses: environment.check_responses,
    sharedAnswers,
    uploads: createUploads({
      folder: join(environment.data_folder, 'uploads'),
      networkOf,
      isOwnNetwork: createNetworkFinder(configuration.limits.own_networks),
    }),
  }
}
