/**
 * The parameters in a challenge's salt. The salt is hashed with the solution, and the hash is signed, so that they
 * cannot be changed afterwards.
 */
export type Salt = {
  /** At least 12 random bytes in lower-case hex. */
  readonly nonce: string
  /** What the challenge is for, e.g. `signin`. */
  readonly scope?: string
  /** Short hash of the flow the challenge was issued to, in hex. */
  readonly flow?: string
  /** Work multiplier; absent means 1. */
  readonly work?: number
  /** Unix seconds after which the challenge is invalid. */
  readonly expires: number
}

const grammar =
  /^([0-9a-f]{24,128})\?(?:scope=([a-z][a-z0-9-]{0,31})&)?(?:flow=([0-9a-f]{16,64})&)?(?:work=([1-9][0-9]{0,2})&)?expires=([1-9][0-9]{0,10})&$/

/**
 * Formats a salt: `hex?scope=…&flow=…&expires=<unix s>&`. The last `&` separates the parameters from the number that
 * is appended for hashing; without it digits could be shifted from one to the other.
 */
export const formatSalt = (salt: Salt): string => {
  const scope = salt.scope === undefined ? '' : `scope=${salt.scope}&`
  const flow = salt.flow === undefined ? '' : `flow=${salt.flow}&`
  const work = salt.work === undefined ? '' : `work=${salt.work}&`
  return `${salt.nonce}?${scope}${flow}${work}expires=${salt.expires}&`
}

/** Parses a salt. `null` for anything that `formatSalt` does not produce: no expiry, another order, no trailing `&`. */
export const parseSalt = (text: string): Salt | null => {
  const found = grammar.exec(text)
  if (!found) return null
  const [, nonce = '', scope, flow, work, expires] = found
  return {
    nonce,
    ...(scope === undefined ? {} : { scope }),
    ...(flow === undefined ? {} : { flow }),
    ...(work === undefined ? {} : { work: Number(work) }),
    expires: Number(expires),
  }
}
