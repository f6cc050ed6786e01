import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a signed-in request knows about its person. `identified` sessions were opened without a password. */
export type RequestSession = {
  readonly session_id: string
  readonly customer_id: string
  readonly level: 'customer' | 'identified'
  readonly name: string | null
  readonly document_type: 'cpf' | 'cnpj'
}

/** A signed-in member of staff. */
export type StaffSession = {
  readonly session_id: string
  readonly staff_id: string
  readonly name: string
  readonly roles: readonly Role[]
}

/** Facts of the request that use cases may need as evidence or for limits. */
export type RequestFacts = {
  readonly request_id: string
  /** Client address from the connection and the configured proxies only. */
  readonly address: string
  readonly user_agent: string
}

/** What main lends to the http layer: it knows sessions, proofs and flows, the layer does not. */
export interface RequestGuards {
  /** The live session behind the cookie's token, or null. */
  findSession(token: string): Promise<RequestSession | null>
  /** The live staff session behind the staff cookie's token, or null; an unattended request is no use of it. */
  findStaffSession(token: string, use?: { isAttended: boolean }): Promise<StaffSession | null>
  /** Spends `weight` of the proof in `body`; throws a `Refusal` when it does not hold. */
  spendProof(use: {
    body: unknown
    weight: number
    flow_id: string | null
    document: string | null
    facts: RequestFacts
  }): Promise<void>
}

type CookieName = 'sid' | 'flow' | 'device' | 'staff'

/** The cookies of the product; `__Host-` names only where the base URL is https. */
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

  /** Staff sessions end with the browser, whatever their life on the server. */
  openStaffSession(token: string): void {
    this.#set('staff', token, 'strict', null)
  }

  closeStaffSession(): void {
    this.#set('staff', '', 'strict', 0)
  }

  get flowId(): string | null {
    return this.#request.cookies[this.#name('flow')] ?? null
  }

  /** Long-lived random id of this browser; tells a person's own device from a stranger's. */
  get deviceId(): string | null {
    return this.#request.cookies[this.#name('device')] ?? null
  }

  /** @param maxAgeSeconds absolute life for a remembered session; null ends it with the browser. */
  openSession(token: string, maxAgeSeconds: number | null): void {
    this.#set('sid', token, 'lax', maxAgeSeconds)
  }

  closeSession(): void {
    this.#set('sid', '', 'lax', 0)
  }

  openFlow(id: string, maxAgeSeconds: number): void {
    this.#set('flow', id, 'strict', maxAgeSeconds)
  }

  keepDevice(id: string): void {
    this.#set('device', id, 'lax', 365 * 24 * 3600)
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
