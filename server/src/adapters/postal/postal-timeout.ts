/** Time limit for a request to a directory. */
export const postalTimeoutMs = 1_500
