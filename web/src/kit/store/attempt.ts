/** The result of an action that a browser may forbid, such as using its storage; undefined when it throws. */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
