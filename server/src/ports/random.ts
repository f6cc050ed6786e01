/** Source of random values; rules and use cases receive it as an argument, like `Clock`. */
export type Random = {
  /** `count` random bytes. */
  readonly bytes: (count: number) => Buffer
  /** A uniformly distributed integer from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number
  /** A random UUID. */
  readonly uuid: () => string
}
