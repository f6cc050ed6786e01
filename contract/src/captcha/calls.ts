import { defineCall } from '../kernel/call.ts'
import { captchaChallengeSchema } from './challenge.ts'

/** Spec §7: the default path; the club's configuration may name another. */
export const captchaChallengeCall = defineCall({
  method: 'GET',
  path: '/api/captcha/altcha',
  summary: 'Entrega um desafio de prova de trabalho para o fluxo de entrada.',
  data: captchaChallengeSchema,
  refusals: {},
})
