/**
 * Request header, with any value, of a page that polls without user activity. Such a request is handled like any other
 * but does not extend the session, so that an idle page is signed out even if it polls.
 */
export const unattendedHeader = 'x-unattended'
