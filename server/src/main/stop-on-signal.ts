/** Ends the process after the work, with exit code 1 when it fails. */
export const exitAfter = (work: Promise<void>): void =>
  void work.then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )

/** Stops gracefully on any of the signals, and ends the process; a second signal ends it immediately. */
export const stopOnSignal = (signals: readonly NodeJS.Signals[], stop: () => Promise<void>): void => {
  let stopping = false
  const handle = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    exitAfter(stop())
  }
  for (const signal of signals) process.on(signal, handle)
}
