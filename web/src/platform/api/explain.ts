import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { isCaptchaPath } from './captcha-source.ts'
import type { Failure } from './failure.ts'

/** Where a failure happened: the wording of spec §8 depends on it. */
export type Place = 'form' | 'endpoint' | 'autocomplete' | 'postal-lookup' | 'captcha' | 'silent-sign-in'

/** How a failure appears: field errors, at most one toast, a log line. */
export type Explanation = {
  errors: readonly FieldError[]
  toast: { message: string; type: 'error' | 'warning' } | null
  log: string | null
}

/** Spec §8. */
export const networkMessage = 'Verifique sua conexão com a internet e tente novamente!'
export const endpointNetworkMessage =
  'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!'
export const serverMessage =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'
export const unexpectedMessage = 'Ops, houve um erro inesperado!'
/** Spec §8: without the exclamation mark in autocomplete and postal lookup. */
export const unexpectedLookupMessage = 'Ops, houve um erro inesperado'
/** Spec §5, §8: an error on a field that is not on screen. */
export const supportMessage = 'Não foi possível processar sua solicitação, contate o suporte!'
export const noSolutionMessage = 'Não conseguimos verificar se você é um robô. Tente novamente!'
export const enterpriseMessage =
  'Sua internet parece lenta e não conseguimos verificar se você é um robô. Tente novamente!'
export const silentSignInMessage = 'Não conseguimos autenticar sua conta. Contate o suporte!'

const nothing: Explanation = { errors: [], toast: null, log: null }

const errorToast = (message: string, log: string | null = null): Explanation => ({
  ...nothing,
  toast: { message, type: 'error' },
  log,
})

/**
 * Maps a failure to messages (spec §5, §8). `fields` are the names of the fields on screen: errors
 * on other paths are logged and become one toast.
 */
export function explain(failure: Failure, where: { place: Place; fields?: readonly string[] }): Explanation {
  const { place, fields = [] } = where
  if (failure.kind === 'aborted') return nothing
  if (place === 'silent-sign-in') {
    return { ...nothing, toast: { message: silentSignInMessage, type: 'warning' } }
  }
  switch (failure.kind) {
    case 'network':
      return errorToast(
        place === 'endpoint' && failure.during === 'call' ? endpointNetworkMessage : networkMessage,
      )
    case 'server':
      return errorToast(serverMessage, `server ${failure.status} ${failure.request_id ?? ''}`.trim())
    case 'unverified':
      return errorToast(failure.reason === 'enterprise' ? enterpriseMessage : noSolutionMessage)
    case 'unrecognized':
      return errorToast(failure.message ?? unexpectedIn(place), `unrecognized response ${failure.status}`)
    case 'refused':
    case 'invalid':
      return explainErrors(failure, place, fields)
    default:
      return failure satisfies never
  }
}

const isLookup = (place: Place): boolean => place === 'autocomplete' || place === 'postal-lookup'
const unexpectedIn = (place: Place): string => (isLookup(place) ? unexpectedLookupMessage : unexpectedMessage)

function explainErrors(
  failure: Extract<Failure, { kind: 'refused' | 'invalid' }>,
  place: Place,
  fields: readonly string[],
): Explanation {
  // Lookups show the response's message regardless of its error list (spec §8).
  if (isLookup(place) || failure.errors.length === 0) return errorToast(failure.message)
  const captchaError = failure.errors.find(({ path }) => isCaptchaPath(path))
  const onScreen = failure.errors.filter(({ path }) => fields.includes(path))
  const unmatched = failure.errors.filter(({ path }) => !isCaptchaPath(path) && !fields.includes(path))
  const message = captchaError?.message ?? (unmatched.length > 0 ? supportMessage : null)
  return {
    errors: onScreen,
    toast: message === null ? null : { message, type: 'error' },
    // Paths only: messages may repeat personal input.
    log:
      unmatched.length > 0
        ? `errors on unknown fields: ${unmatched.map(({ path }) => path).join(', ')}`
        : null,
  }
}
