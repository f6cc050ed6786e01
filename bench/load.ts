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
  setupClient: (client: { setHeaders: (headers: Readonly<Record<string, string>>) => void }) => void
}) => Promise<Result>

// The load generator is installed in this folder only.
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon

/**
 * Loads one address from this process and answers requests per second, all of them answered with a 2xx.
 * @param input.headersOf what each connection sends, by its number
 * @throws when an answer was anything else: a fast "no" is not fast
 */
export async function requestsPerSecond(input: {
  url: string
  headersOf: (connection: number) => Readonly<Record<string, string>>
  connections: number
  seconds: number
}): Promise<number> {
  const { url, headersOf, connections, seconds } = input
  let connection = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setHeaders(headersOf(connection++)),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} other answers and ${result.errors} errors`)
  return result['2xx'] / result.duration
}
