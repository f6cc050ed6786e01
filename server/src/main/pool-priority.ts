import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

/** Name of libuv's pool threads. */
const poolThread = 'libuv-worker'

/**
 * Lowers the priority of the threads that hash passwords, below the main thread and the database: on few
 * cores a burst of sign-ins would otherwise delay all responses. On an idle machine they are as fast as before. Does
 * nothing on systems without thread priorities.
 */
export const lowerPoolPriority = async (): Promise<void> => {
  // The pool starts lazily.
  await stat(import.meta.filename)
  for (const thread of poolThreads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Ids of the pool's threads; empty where unsupported. */
export const poolThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task')
      .filter((thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === poolThread)
      .map(Number)
  } catch {
    return []
  }
}
