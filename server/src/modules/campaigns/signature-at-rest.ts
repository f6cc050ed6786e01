import { signatureSchema, type Signature } from '@clube/contract/campaigns/signature.ts'
import * as z from 'zod/mini'
import type { Vault } from '../vault/index.ts'

/**
 * How a kind stores signatures: sealed, since they identify a person. `purpose` separates the kinds and never changes.
 */
export const signaturesOf = (purpose: string) => {
  const label = `${purpose}.signature`
  return {
    seal: (vault: Pick<Vault, 'seal'>, signature: Signature): Buffer =>
      vault.seal(label, JSON.stringify(signature)),
    open: (vault: Pick<Vault, 'open'>, sealed: Buffer): Signature =>
      z.parse(signatureSchema, JSON.parse(vault.open(label, sealed))),
  }
}
