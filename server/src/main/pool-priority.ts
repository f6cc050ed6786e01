import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

/** As Node's event loop calls the threads of its pool. */
const poolThread = 'libuv-worker'

/**
 * Lets the threads that hash passwords and clean photos give way to the one that answers and to the database: on few
 * cores everybody's answer would otherwise wait its turn behind a rush of sign-ins. Alone, they are as fast as before.
 * Where the system has no priorities by thread, nothing changes.
 */
export const lowerPoolPriority = async (): Promise<void> => {
  // The pool starts with its first work.
  await stat(import.meta.filename)
  for (const thread of poolThreads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Ids of the pool's threads; none where the system does not list them. */
export const poolThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task')
      .filter((thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === poolThread)
      .map(Number)
  } catch {
    return []
  }
}
