import type { Role } from '@clube/contract/kernel/permissions.ts'
import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The customer session of a request. `identified` sessions were opened without a password. */
export type RequestSession = {
  readonly session_id: string
  readonly customer_id: string
  readonly level: 'customer' | 'identified'
  readonly name: string | null
  readonly document_type: 'cpf' | 'cnpj'
}

/** A signed-in staff member. */
export type StaffSession = {
  readonly session_id: string
  readonly staff_id: string
  readonly name: string
  readonly roles: readonly Role[]
  /** The brand for which the member works, which limits what the member sees; null for the club's own. */
  readonly brand_id: string | null
  /** Whether the roles and the access have been held long enough to give a second signature. */
  readonly can_give_second_signature: boolean
}

/** Request data for evidence and limits. */
export type RequestMetadata = {
  readonly request_id: string
  /** Client IP, taken from the connection and trusted proxies only. */
  readonly ip: string
  readonly user_agent: string
}

/** Guards provided by main, since the http layer does not depend on sessions, proofs or flows. */
export interface RequestGuards {
  /** What passwordless sessions may do in this club. */
  readonly identifiedAccess: 'participate' | 'identify'
  /** The valid session of a token, or null; an unattended request does not extend it. */
  findSession(token: string, options?: { isAttended: boolean }): Promise<RequestSession | null>
  /** The valid staff session of a token, or null; an unattended request does not extend it. */
  findStaffSession(token: string, options?: { isAttended: boolean }): Promise<StaffSession | null>
  /** Spends `weight` of the proof in `body`; throws a `Refusal` when it is invalid. */
  spendProof(input: {
    body: unknown
    weight: number
    flow_id: string | null
    document: string | null
    metadata: RequestMetadata
  }): Promise<void>
}

const yearSeconds = 365 * 24 * 3600

type CookieName = 'sid' | 'flow' | 'device' | 'staff' | 'staff-device'

/** The product's cookies; `__Host-` names only where the base URL is https. */
export class Cookies {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #secure: boolean

  constructor(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
    this.#request = request
    this.#reply = reply
    this.#secure = secure
  }

  get sessionToken(): string | null {
    return this.#request.cookies[this.#name('sid')] ?? null
  }

  get staffToken(): string | null {
    return this.#request.cookies[this.#name('staff')] ?? null
  }

  /** The cookie of the staff session expires with the browser session. */
  openStaffSession(token: string): void {
    this.#set('staff', token, 'strict', null)
  }

  closeStaffSession(): void {
    this.#set('staff', '', 'strict', 0)
  }

  /** Long-lived random id of a browser in which staff completed a sign-in. */
  get staffDeviceId(): string | null {
    return this.#request.cookies[this.#name('staff-device')] ?? null
  }

  rememberStaffDevice(id: string): void {
    this.#set('staff-device', id, 'strict', yearSeconds)
  }

  get flowId(): string | null {
    return this.#request.cookies[this.#name('flow')] ?? null
  }

  /** Long-lived random id of this browser; identifies known devices. */
  get deviceId(): string | null {
    return this.#request.cookies[this.#name('device')] ?? null
  }

  /** @param maxAgeSeconds absolute lifetime of a remembered session; null for a session cookie. */
  openSession(token: string, maxAgeSeconds: number | null): void {
    this.#set('sid', token, 'lax', maxAgeSeconds)
    // A remembered device signs in silently even after its session has ended.
    this.#setPresenceHint('yes', maxAgeSeconds === null ? null : yearSeconds)
  }

  closeSession(): void {
    this.#set('sid', '', 'lax', 0)
    this.#setPresenceHint('', 0)
  }

  openFlow(id: string, maxAgeSeconds: number): void {
    this.#set('flow', id, 'strict', maxAgeSeconds)
  }

  rememberDevice(id: string): void {
    this.#set('device', id, 'lax', yearSeconds)
  }

  #setPresenceHint(value: string, maxAge: number | null): void {
    void this.#reply.setCookie(presenceCookie, value, {
      path: '/',
      secure: this.#secure,
      sameSite: 'lax',
      ...(maxAge === null ? {} : { maxAge }),
    })
  }

  #name(name: CookieName): string {
    return this.#secure ? `__Host-${name}` : name
  }

  #set(name: CookieName, value: string, sameSite: 'lax' | 'strict', maxAge: number | null): void {
    void this.#reply.setCookie(this.#name(name), value, {
      path: '/',
      httpOnly: true,
      secure: this.#secure,
      sameSite,
      ...(maxAge === null ? {} : { maxAge }),
    })
  }
}
