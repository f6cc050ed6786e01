import { signatureSchema, type Signature } from '@clube/contract/free-gifts/signature.ts'
import * as z from 'zod/mini'
import type { Vault } from '../../vault/index.ts'

const label = 'free-gifts.signature'

/** A signature is stored sealed, since it identifies a person. */
export const sealSignature = (vault: Pick<Vault, 'seal'>, signature: Signature): Buffer =>
  vault.seal(label, JSON.stringify(signature))

export const openSignature = (vault: Pick<Vault, 'open'>, sealed: Buffer): Signature =>
  z.parse(signatureSchema, JSON.parse(vault.open(label, sealed)))
