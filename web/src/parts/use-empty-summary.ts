import { isIdentified, useSession } from '../platform/session/session-store.ts'

/**
 * The summary of an empty list of the person's own items. A passwordless session lists only what was created in it, so
 * the person may have others.
 */
export const useEmptySummary = (text: string): string =>
  isIdentified(useSession()) ? 'Confirme a senha para ver' : text
