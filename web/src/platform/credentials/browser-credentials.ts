import type { DeviceRecord } from './device-record.ts'

/** The part of the Credential Management API that TypeScript does not know, because not every browser has it. */
type PasswordCredentialLike = { type: string; id: string; password?: string }
type PasswordCredentialConstructor = new (data: { id: string; password: string }) => Credential

const constructorOf = (): PasswordCredentialConstructor | undefined =>
  (globalThis as { PasswordCredential?: PasswordCredentialConstructor }).PasswordCredential

/** Offers the password to the browser's own store, where there is one. The browser asks the person. */
export async function offerToBrowser(credential: DeviceRecord): Promise<void> {
  const Constructor = constructorOf()
  if (!Constructor) return
  try {
    await navigator.credentials.store(new Constructor(credential))
  } catch {
    // The person or the browser said no.
  }
}

/** Asks the browser's own store, with required mediation (spec §3): the person chooses. Null for no answer. */
export async function askBrowser(signal: AbortSignal): Promise<DeviceRecord | null> {
  if (!constructorOf()) return null
  try {
    const options = { password: true, mediation: 'required', signal } as CredentialRequestOptions
    const chosen = (await navigator.credentials.get(options)) as PasswordCredentialLike | null
    if (chosen?.type !== 'password' || !chosen.password) return null
    return { id: chosen.id, password: chosen.password }
  } catch {
    return null
  }
}
