import { attempt } from '../../kit/store/attempt.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { paths } from '../navigation/paths.ts'
import { signOut } from './sign-out.ts'
import { isServiceChannelPersistent, kioskChannel, saveServiceChannel } from '../storage/service-channel.ts'

/**
 * Ends the session, erases the person's data from the kiosk and reloads it. Returns the failure if the server did
 * not end the session: a reload would resume it.
 */
export async function endKioskSession(send: Send): Promise<Failure | null> {
  const failure = await signOut(send)
  clearStorages()
  // Reloading also clears the person's data from memory.
  if (!failure) window.location.replace(paths.signIn)
  return failure
}

/** Clears both storages but keeps kiosk mode and its expiry. */
function clearStorages() {
  const lifetime = isServiceChannelPersistent() ? 'persistent' : 'temporary'
  // Access to blocked storage throws; there is nothing to clear.
  attempt(() => sessionStorage.clear())
  attempt(() => localStorage.clear())
  saveServiceChannel(kioskChannel, lifetime)
}
