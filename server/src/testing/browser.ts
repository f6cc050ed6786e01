import { hash } from 'node:crypto'
import type { BodyOf, Call, DataOf } from '@clube/contract/kernel/call.ts'
import type { FailureEnvelope, SuccessEnvelope } from '@clube/contract/kernel/envelope.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'

/** A response as seen by a browser. */
export type ApiResponse<Data> = { status: number; headers: Headers } & (
  | ({ ok: true } & SuccessEnvelope<Data>)
  | ({ ok: false } & FailureEnvelope)
)

const bodyOf = (body: unknown): string | FormData =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)

/**
 * A minimal browser: stores cookies, sends the headers of pages and solves captchas, so that API tests
 * use the server over HTTP as the product does.
 */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #url: string
  #proof: unknown

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Sends a call of the contract; `params` fill the placeholders of the path. `proof` adds a captcha proof to a call that
   * requires one on demand.
   */
  async send<C extends Call>(
    call: C,
    input: {
      body?: BodyOf<C>
      query?: Record<string, string>
      params?: Record<string, string>
      proof?: boolean
    } = {},
  ): Promise<ApiResponse<DataOf<C>>> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(input.params?.[name] ?? ''),
    )
    const query = input.query ? `?${new URLSearchParams(input.query).toString()}` : ''
    const withProof = call.captcha_weight !== undefined && (input.proof ?? call.captcha_on_demand !== true)
    const captcha = withProof ? await this.captchaFields() : {}
    const body = call.method === 'POST' ? { ...(input.body as object | undefined), ...captcha } : undefined
    return this.raw<DataOf<C>>(call.method, path + query, body)
  }

  /** Sends any request, by default with the headers of our pages. */
  async raw<Data = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Data>> {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'sec-fetch-site': 'same-origin',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    })
    this.#storeCookies(response.headers)
    const envelope = (await response.json()) as SuccessEnvelope<Data> | FailureEnvelope
    return {
      status: response.status,
      headers: response.headers,
      ok: envelope.success,
      ...envelope,
    } as ApiResponse<Data>
  }

  /** Captcha fields with a solved proof, reused until `discardProof`. */
  async captchaFields(): Promise<Record<string, unknown>> {
    this.#proof ??= await this.#solve()
    return { captcha_type: 'altcha', altcha_challenge: this.#proof, recaptcha_token: 'disabled' }
  }

  discardProof(): void {
    this.#proof = undefined
  }

  async #solve(): Promise<unknown> {
    const response = await this.send(captchaChallengeCall)
    if (!response.ok) throw new Error(`No challenge: ${response.message}`)
    const { algorithm, challenge, salt, signature, maxnumber } = response.data
    for (let number = 0; number <= maxnumber; number += 1) {
      if (hash('sha256', salt + String(number)) === challenge)
        return { algorithm, challenge, salt, signature, number }
    }
    throw new Error('The challenge has no solution')
  }

  #storeCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const [name = '', value = ''] = pair.split('=', 2)
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
