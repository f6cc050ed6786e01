/**
 * Request header of a page that polls without user activity, with any value. Such a request is answered like any
 * other, but does not count as use of the session: a polling page that nobody uses is still signed out.
 */
export const unattendedHeader = 'x-unattended'
