import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../vault/index.ts'

type LinkSubject = { readonly purchase_id: string; readonly expires_at: Date }

const label = 'rating.link'

const signatureOf = (vault: Pick<Vault, 'indexOf'>, { purchase_id, expires_at }: LinkSubject): Buffer =>
  vault.indexOf(label, `${purchase_id}.${expires_at.getTime()}`)

/**
 * The path in an e-mail that rates one purchase until its deadline. The signature is in the fragment, so that it appears in
 * no log and no referrer.
 */
export const ratingLinkOf = (vault: Pick<Vault, 'indexOf'>, subject: LinkSubject): string => {
  const token = `${subject.expires_at.getTime().toString(36)}.${signatureOf(vault, subject).toString('base64url')}`
  return `/avaliar/${subject.purchase_id}/convite#${token}`
}

/** The deadline that the token of a purchase carries; null unless the club signed it for this purchase. */
export const readRatingToken = (
  vault: Pick<Vault, 'indexOf'>,
  { purchase_id, token }: { purchase_id: string; token: string },
): Date | null => {
  const [, deadline, signature] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? []
  if (deadline === undefined || signature === undefined) return null
  const expires_at = new Date(Number.parseInt(deadline, 36))
  if (Number.isNaN(expires_at.getTime())) return null
  const expected = signatureOf(vault, { purchase_id, expires_at })
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? expires_at : null
}
