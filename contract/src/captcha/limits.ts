/** Spec §7, §9: the highest number a challenge asks for when the club sets no other. */
export const defaultMaxnumber = 1_000_000

/** Spec §7, §9: the one hash a challenge may use; pinned on both sides. */
export const captchaAlgorithm = 'SHA-256'

/** Spec §4, §9: how long the browser reuses a proof in the sign-in flow, in seconds from `solved_at`. */
export const proofReuseSeconds = 20

/** What the server grants on top of the browser's reuse, for the way of the last call, in seconds. */
export const proofGraceSeconds = 2

/** How long a challenge may be answered after it was issued, in seconds. */
export const challengeSeconds = 120

/** A proof buys calls up to this sum of weights. */
export const proofBudget = 8

/** A proof serves at most so many different documents, so that one proof cannot walk through a list. */
export const documentsPerProof = 2

/** Longest proof the server reads, in bytes of its JSON or base64 form. */
export const proofMaxBytes = 2048

/** How many times more work a challenge asks for while an address or the whole club is under attack. */
export const raisedWork = 4

/** Spec §7, §9: an enterprise token shorter than this is a failed attempt. */
export const enterpriseTokenMinLength = 300

/** Spec §7, §9: how often the browser asks for an enterprise token before it gives up. */
export const enterpriseTokenAttempts = 6

/** Spec §7: the enterprise action when the club names no other. */
export const defaultEnterpriseAction = 'login'

/** Spec §7: what `recaptcha_token` says while the enterprise captcha is not in use. */
export const enterpriseTokenDisabled = 'disabled'
