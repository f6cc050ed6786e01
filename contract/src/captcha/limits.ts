/** Spec §7, §9: the default upper bound of the number to find. */
export const defaultMaxnumber = 1_000_000

/** Spec §7, §9: the only hash algorithm of challenges; pinned on both sides. */
export const captchaAlgorithm = 'SHA-256'

/** Spec §4, §9: how long the browser reuses a proof in the sign-in flow, in seconds from `solved_at`. */
export const proofReuseSeconds = 20

/** Grace period on top of the browser's reuse, for network latency, in seconds. */
export const proofGraceSeconds = 2

/** How long a challenge can be solved after it was issued, in seconds. */
export const challengeSeconds = 120

/** The sum of call weights that one proof covers. */
export const proofBudget = 8

/** Maximum number of different documents per proof, against enumeration. */
export const documentsPerProof = 2

/** Longest proof the server reads, in bytes of its JSON or base64 form. */
export const proofMaxBytes = 2048

/** Work multiplier of challenges while an IP or the whole club is under attack. */
export const increasedWork = 4

/** Spec §7, §9: an enterprise token shorter than this is a failed attempt. */
export const enterpriseTokenMinLength = 300

/** Spec §7, §9: how many times the browser requests an enterprise token before giving up. */
export const enterpriseTokenAttempts = 6

/** The default enterprise action (spec §7). */
export const defaultEnterpriseAction = 'login'

/** Default URL of the enterprise captcha's script, without a trailing slash. */
export const defaultEnterpriseUrl = 'https://www.google.com/recaptcha'

/** Spec §7: the value of `recaptcha_token` when the enterprise captcha is not in use. */
export const enterpriseTokenDisabled = 'disabled'
