/**
 * Request header of a page that asks by itself while nobody is at it, with any value. Such a request is answered like any
 * other, but does not count as use of the session: who walks away from a desk that keeps its numbers young is signed out
 * all the same.
 */
export const unattendedHeader = 'x-unattended'
