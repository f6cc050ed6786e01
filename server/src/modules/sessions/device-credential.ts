const day = 24 * 3_600_000

/** A device that is not used for this long signs in with the password again. */
export const deviceCredentialLifeMs = 90 * day

/** What the browser stores as the credential's password for silent sign-in. */
export type DeviceCredential = { id: string; secret: string }

const form = /^dc1\.([0-9a-f-]{36})\.([\w-]{43})$/

/** Writes a credential as one text. */
export const formatDeviceCredential = ({ id, secret }: DeviceCredential): string => `dc1.${id}.${secret}`

/** Reads a credential, or null when the text is something else: a password, for instance. */
export const parseDeviceCredential = (text: string): DeviceCredential | null => {
  const [, id, secret] = form.exec(text) ?? []
  return id && secret ? { id, secret } : null
}
