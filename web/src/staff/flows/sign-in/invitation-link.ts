/** State of the invitation page's history entry: the token, or null once the invitation was accepted. */
type InvitationEntry = { clube_invitation?: string | null } | null

export type InvitationLink = { kind: 'open'; token: string } | { kind: 'accepted' }

const store = (clube_invitation: string | null): void =>
  window.history.replaceState({ clube_invitation } satisfies InvitationEntry, '', window.location.pathname)

/**
 * Reads the token after the `#`, which never reaches a server, and moves it from the URL to the history entry: nobody
 * can read it on the screen, no web storage holds it, and a reload or a discarded tab does not lose it.
 */
export function readInvitationLink(): InvitationLink {
  const token = window.location.hash.slice(1)
  if (token !== '') store(token)
  const stored = (window.history.state as InvitationEntry)?.clube_invitation
  return stored === null ? { kind: 'accepted' } : { kind: 'open', token: stored ?? '' }
}

/** The token has been used: after a reload, the member signs in with the new password. */
export const storeAcceptance = (): void => store(null)
