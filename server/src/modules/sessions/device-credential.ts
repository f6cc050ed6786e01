const dayMs = 24 * 3_600_000

/** Idle lifetime of a device credential. */
export const deviceCredentialLifetimeMs = 90 * dayMs

/** The device credential as stored in the browser for silent sign-in. */
export type DeviceCredential = { id: string; secret: string }

const pattern = /^dc1\.([0-9a-f-]{36})\.([\w-]{43})$/

/** Formats a credential. */
export const formatDeviceCredential = ({ id, secret }: DeviceCredential): string => `dc1.${id}.${secret}`

/** Parses a credential; null for any other string, for instance a password. */
export const parseDeviceCredential = (text: string): DeviceCredential | null => {
  const [, id, secret] = pattern.exec(text) ?? []
  return id && secret ? { id, secret } : null
}
