export { actorOf, isAccessible, nameFor, requireAccess, type Actor } from './actor.ts'
export {
  deleteDevicesOf,
  deleteExpiredCredentials as purgeDeviceCredentials,
  isKnownDeviceSql,
  knownSinceSql,
} from './device-credential-store.ts'
export { parseDeviceCredential } from './device-credential.ts'
export {
  newDeviceFamily,
  revokeDeviceCredential,
  rotateDeviceCredential,
} from './rotate-device-credential.ts'
export type { SessionLevel } from './session.ts'
export {
  closeSession,
  closeSessionSql,
  createSessionFinder,
  revokeAccess,
  revokeOtherAccess,
  newSession,
  openSession,
  findSessionEnd,
  purgeSessions,
  type LiveSession,
  type OpenedSession,
} from './sessions.ts'
