/** What a scanner found. */
export type ScanVerdict = { readonly kind: 'clean' } | { readonly kind: 'infected'; readonly name: string }

/** Scans files for malware. */
export interface VirusScanner {
  /** @throws {VirusScannerUnavailable} without a verdict: then the file must not be accepted */
  scan(bytes: Uint8Array): Promise<ScanVerdict>
}

/** The scanner cannot be reached, is too slow or did not answer as its protocol requires. */
export class VirusScannerUnavailable extends Error {
  override name = 'VirusScannerUnavailable'
}
