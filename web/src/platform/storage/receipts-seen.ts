import { serverNow } from '../clock/server-clock.ts'
import { createStorage } from './storage.ts'

const storage = createStorage()
const key = 'receiptsSeenAt'

/** When *Minhas notas* was last shown, as Unix time in milliseconds; 0 if never. */
export function readReceiptsSeen(): number {
  const seen = storage.get(key)
  return typeof seen === 'number' ? seen : 0
}

export const saveReceiptsSeen = (): void => storage.set(key, serverNow())

/** Removes it for the next person on this device. */
export const removeReceiptsSeen = (): void => storage.remove(key)
