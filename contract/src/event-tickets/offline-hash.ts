/**
 * The text whose SHA-256 is in the gate's offline list, for both codes. It includes the session's id, so that
 * the hash is useless for another session.
 */
export const offlineHashText = (session_id: string, code: string): string => `${session_id}:${code}`
