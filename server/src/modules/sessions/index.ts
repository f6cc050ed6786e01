export { actorOf, isAccessible, nameFor, requireAccess, type Actor } from './actor.ts'
export {
  deleteCredentialsOf as deleteDeviceCredentialsOf,
  deleteDevicesOf,
  isKnownDevice,
  revokeAllOf as revokeDeviceCredentialsOf,
} from './device-credential-store.ts'
export { deleteExpiredCredentials as purgeDeviceCredentials } from './device-credential-store.ts'
export { parseDeviceCredential } from './device-credential.ts'
export {
  issueDeviceCredential,
  newDeviceCredential,
  revokeDeviceCredential,
  rotateDeviceCredential,
} from './rotate-device-credential.ts'
export type { SessionLevel } from './session.ts'
export {
  closeOtherSessions,
  closeSession,
  closeSessionSql,
  createSessionFinder,
  isRememberedSession,
  newSession,
  openSession,
  purgeSessions,
  type LiveSession,
  type OpenedSession,
} from './sessions.ts'
