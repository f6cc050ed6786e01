import { createClamdScanner } from '../adapters/clamd/clamd-scanner.ts'
import type { VirusScanner } from '../ports/virus-scanner.ts'
import type { ClubConfiguration } from './club-configuration.ts'

/** Time limit for scanning one file. */
const timeoutMs = 20_000

/** The scanner of uploaded files; null where none is configured. */
export const virusScannerOf = ({
  customer_service: { clamd },
}: Pick<ClubConfiguration, 'customer_service'>): VirusScanner | null =>
  clamd === null ? null : createClamdScanner({ ...clamd, timeoutMs })
