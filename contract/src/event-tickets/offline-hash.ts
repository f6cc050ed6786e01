/**
 * The string whose SHA-256 (hex) is a ticket's `code_hash` in the offline list: the long code, whose 133 bits cannot be
 * enumerated. It includes the session's id, so that the hash is useless for another session.
 */
export const offlineHashText = (session_id: string, code: string): string => `${session_id}:${code}`

/**
 * Iterations of PBKDF2 with SHA-256 for `short_hash`, which is salted with the list's `short_salt`: a short code has
 * only 59 bits. A few milliseconds on a gate's device; a GPU tests about half a million codes per second. Stored
 * with tickets: changing the number requires a migration that deletes the stored hashes.
 */
export const shortHashIterations = 20_000

/** Length of `short_hash` in bytes. */
export const shortHashBytes = 32
