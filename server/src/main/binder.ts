import type { Binder } from '../http/bind.ts'
import { spendProof, type CaptchaDeps } from '../modules/captcha/index.ts'
import { createSessionFinder } from '../modules/sessions/index.ts'
import { createStaffSessionFinder } from '../modules/staff/index.ts'
import type { Ground } from './ground.ts'

/** What binds calls to their handlers, with the guards that stand before them. */
export const binderOf = (ground: Ground, captcha: CaptchaDeps): Binder => {
  const { app, db, clock, environment } = ground
  return {
    app,
    guards: {
      findSession: createSessionFinder(db, clock),
      findStaffSession: createStaffSessionFinder(db, clock),
      spendProof: (use) => spendProof(captcha, use),
    },
    clock,
    secureCookies: environment.base_url.startsWith('https:'),
    checkAnswers: environment.check_answers,
  }
}
