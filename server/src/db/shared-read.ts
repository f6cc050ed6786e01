/** Reads by key that callers share. */
export type SharedReads = {
  /** The shared result of a key, or that of `read` when there is none recent. */
  readonly share: <Value>(key: string, read: () => Promise<Value>) => Promise<Value>
  /** Makes every later call read again. */
  readonly forgetAll: () => void
}

type SharedRead = { readonly started: number; readonly value: Promise<unknown> }

/**
 * Shares one read of a key among the callers within `maxAgeMs`, including while it is in flight: a result was read at
 * most `maxAgeMs` before the call. Failed reads are not kept, nor are results while `mayKeep` is false. A key must always
 * be used with the same type of result.
 * @param maxReads results kept at most; the oldest are dropped first
 */
export const createSharedReads = ({
  clock,
  maxAgeMs,
  maxReads,
  mayKeep = () => true,
}: {
  clock: () => Date
  maxAgeMs: number
  maxReads: number
  mayKeep?: () => boolean
}): SharedReads => {
  /** Reads in the order in which they started. */
  const reads = new Map<string, SharedRead>()
  const dropOld = (isRecent: (read: SharedRead) => boolean): void => {
    for (const [key, read] of reads) {
      if (isRecent(read) && reads.size < maxReads) break
      reads.delete(key)
    }
  }
  const share = <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const now = clock().getTime()
    // A clock that was set back makes every read old.
    const isRecent = ({ started }: SharedRead) => started <= now && now - started < maxAgeMs
    const recent = reads.get(key)
    if (recent && isRecent(recent)) return recent.value as Promise<Value>
    reads.delete(key)
    dropOld(isRecent)
    const value = read()
    reads.set(key, { started: now, value })
    const drop = (): void => {
      if (reads.get(key)?.value === value) reads.delete(key)
    }
    value.then(() => {
      if (!mayKeep()) drop()
    }, drop)
    return value
  }
  return { share, forgetAll: () => reads.clear() }
}
