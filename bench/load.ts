import { Connection } from './connection.ts'

/**
 * Sends requests to one URL over many connections. @returns requests per second
 * @param input.headersOf headers of each connection, by its index
 * @throws when a response is not 200, since refusals are faster
 */
export async function requestsPerSecond(input: {
  url: string
  headersOf: (connection: number) => Readonly<Record<string, string>>
  connections: number
  seconds: number
}): Promise<number> {
  const { headersOf, connections, seconds } = input
  const url = new URL(input.url)
  const openConnections = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)))
  let responses = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    openConnections.map((connection, index) => {
      const headers = { host: url.host, ...headersOf(index) }
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${head.join('')}\r\n`)
      return connection.sendAll(
        () => (performance.now() < end ? request : null),
        ({ status, bytes }) => {
          if (status !== 200) throw new Error(`${input.url}: ${bytes.toString()}`)
          responses += 1
        },
      )
    }),
  )
  const elapsed = performance.now() - start
  for (const connection of openConnections) connection.close()
  return (responses / elapsed) * 1_000
}
