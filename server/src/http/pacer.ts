/**
 * Spreads a burst of requests, so that others are answered in between: as many as `atOnce` pass at once, and as many of the
 * others, in order of arrival, after each pause. While `mostWaiting` wait, the others pass at once, so that a flood of
 * requests delays nobody longer than it takes to let those pass.
 * @returns a function that resolves when its caller may go on
 */
export const createPacer = ({
  atOnce,
  pauseMs,
  mostWaiting,
}: {
  atOnce: number
  pauseMs: number
  mostWaiting: number
}): (() => Promise<void>) => {
  const waiting: (() => void)[] = []
  let left = atOnce
  const refill = (): void => {
    const next = waiting.splice(0, atOnce)
    left = atOnce - next.length
    if (next.length > 0) setTimeout(refill, pauseMs)
    for (const pass of next) pass()
  }
  return async () => {
    if (waiting.length >= mostWaiting) return
    if (left === atOnce) setTimeout(refill, pauseMs)
    if (left > 0) left -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

/**
 * The pace of requests that begin something in an external system, each of which costs more than most others: about 400 a
 * second, a wait of at most a second.
 */
export const createOutsidePacer = (): (() => Promise<void>) =>
  createPacer({ atOnce: 8, pauseMs: 20, mostWaiting: 400 })
