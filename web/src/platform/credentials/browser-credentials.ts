import type { DeviceRecord } from './device-record.ts'

/** The part of the Credential Management API missing from TypeScript's DOM types. */
type PasswordCredentialLike = { type: string; id: string; password?: string }
type PasswordCredentialConstructor = new (data: { id: string; password: string }) => Credential

const constructorOf = (): PasswordCredentialConstructor | undefined =>
  (globalThis as { PasswordCredential?: PasswordCredentialConstructor }).PasswordCredential

/** Offers to save the password in the browser's credential store, if any; the browser prompts the user. */
export async function offerToBrowser(credential: DeviceRecord): Promise<void> {
  const Constructor = constructorOf()
  if (!Constructor) return
  try {
    await navigator.credentials.store(new Constructor(credential))
  } catch {
    // The user or the browser declined.
  }
}

let wasRequested = false

/** For tests: simulates a new page load. */
export function resetBrowserRequest(): void {
  wasRequested = false
}

/**
 * Requests a password from the browser's own store, with required mediation (spec §3): the person chooses, once per page
 * load. Null if no password is provided.
 */
export async function requestBrowserCredential(signal: AbortSignal): Promise<DeviceRecord | null> {
  if (wasRequested || !constructorOf()) return null
  wasRequested = true
  try {
    const options = { password: true, mediation: 'required', signal } as CredentialRequestOptions
    const chosen = (await navigator.credentials.get(options)) as PasswordCredentialLike | null
    if (chosen?.type !== 'password' || !chosen.password) return null
    return { id: chosen.id, password: chosen.password }
  } catch {
    return null
  }
}
