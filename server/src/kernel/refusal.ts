import type { FieldError } from '@clube/contract/kernel/envelope.ts'

/** A use case says no with a code that its call declares; throwing rolls the transaction back. */
export class Refusal extends Error {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** @param values fill the `{name}` places of the declared sentence. */
  constructor(code: string, values: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.values = values
  }
}

/** Field errors: 422 with `errors[{path,message}]`, each path a form field (spec §5). */
export class InvalidInput extends Error {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    super('Verifique os dados informados!')
    this.name = 'InvalidInput'
    this.errors = errors
  }
}

/** Something we need is not there for the moment: 503, with Retry-After when `retryAfterSeconds` is known. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number | undefined
  constructor(reason: string, retryAfterSeconds?: number) {
    super(reason)
    this.name = 'Unavailable'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
