import { createRequire } from 'node:module'

type Result = {
  requests: { average: number }
  non2xx: number
  errors: number
  '2xx': number
  duration: number
}
type Autocannon = (options: {
  url: string
  connections: number
  duration: number
  headers?: Readonly<Record<string, string>>
}) => Promise<Result>

// The load generator is installed in this folder only.
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon

/**
 * Loads one address from this process and answers requests per second, all of them answered with a 2xx.
 * @throws when an answer was anything else: a fast "no" is not fast
 */
export async function requestsPerSecond(input: {
  url: string
  headers: Readonly<Record<string, string>>
  connections: number
  seconds: number
}): Promise<number> {
  const { url, headers, connections, seconds } = input
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} other answers and ${result.errors} errors`)
  return result['2xx'] / result.duration
}
