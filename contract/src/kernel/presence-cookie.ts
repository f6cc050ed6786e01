/**
 * Cookie that suggests that this browser has a session or a remembered device. It proves nothing, and scripts may read it. The
 * server uses it to decide whether to show the sign-in screen or wait for the session check; the page deletes it when the
 * hint was wrong.
 */
export const presenceCookie = 'clube_presence'
