import { Unavailable } from '../../kernel/refusal.ts'
import { VirusScannerUnavailable, type VirusScanner } from '../../ports/virus-scanner.ts'

const retrySeconds = 30

/**
 * Whether the scanner finds malware in a file as it was received; false where none is configured.
 * @throws {Unavailable} without a verdict: then the file must not be accepted
 */
export const isInfected = async (scanner: VirusScanner | null, bytes: Uint8Array): Promise<boolean> => {
  if (scanner === null) return false
  try {
    return (await scanner.scan(bytes)).kind === 'infected'
  } catch (error) {
    if (error instanceof VirusScannerUnavailable) throw new Unavailable(error.message, retrySeconds)
    throw error
  }
}
