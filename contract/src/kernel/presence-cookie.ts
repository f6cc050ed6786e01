/**
 * Cookie that hints that this browser has a session or a remembered device. It proves nothing and scripts may read it: the
 * server uses it to choose between the sign-in screen and waiting for the session check; the page deletes it when the hint
 * was wrong.
 */
export const presenceCookie = 'clube_presence'
