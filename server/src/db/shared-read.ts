/**
 * Shares one read of a key among the callers within `maxAgeMs`, including while it is in flight: a result was read at
 * most `maxAgeMs` before the call. Failed reads are not kept.
 */
export const createSharedRead = <Key, Value>(
  read: (key: Key) => Promise<Value>,
  { clock, maxAgeMs }: { clock: () => Date; maxAgeMs: number },
): ((key: Key) => Promise<Value>) => {
  /** Reads in the order in which they started. */
  const reads = new Map<Key, { started: number; value: Promise<Value> }>()
  return (key) => {
    const now = clock().getTime()
    // A clock that was set back makes every read old.
    const isRecent = ({ started }: { started: number }) => started <= now && now - started < maxAgeMs
    for (const [oldKey, old] of reads) {
      if (isRecent(old)) break
      reads.delete(oldKey)
    }
    const recent = reads.get(key)
    if (recent && isRecent(recent)) return recent.value
    const value = read(key)
    reads.delete(key)
    reads.set(key, { started: now, value })
    value.catch(() => {
      if (reads.get(key)?.value === value) reads.delete(key)
    })
    return value
  }
}
