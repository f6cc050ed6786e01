import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { chooseExpiringPointsEmailCall } from '@clube/contract/identity/notice-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { Connection } from '../connection.ts'
import { requestOf } from '../sign-in/client.ts'

/** What a person's pages request, one after the other: 8 public reads, 11 reads with the session, and one write. */
const requestsOf = (token: string): readonly Buffer[] => {
  const cookie = `sid=${token}`
  const publicRead = (call: { method: string; path: string }) =>
    requestOf({ method: call.method, path: call.path })
  const ownRead = (call: { method: string; path: string }) =>
    requestOf({ method: call.method, path: call.path, cookie })
  const visit = [
    publicRead(listCampaignsCall),
    publicRead(captchaChallengeCall),
    ownRead(sessionInfoCall),
    ownRead(readPointsCall),
  ]
  const ownPages = [sessionInfoCall, listCampaignsCall, readProfileCall].map(ownRead)
  const write = requestOf({ ...chooseExpiringPointsEmailCall, cookie, body: { is_wanted: 'yes' } })
  return [...visit, ...visit, ...visit, ...visit, ...ownPages, write]
}

/**
 * Sends the mix over one connection for each session, without pauses. @returns requests per second
 * @throws when a response is not 200
 */
export const sendMix = async (input: {
  url: string
  tokens: readonly string[]
  seconds: number
}): Promise<number> => {
  const url = new URL(input.url)
  const people = await Promise.all(
    input.tokens.map(async (token) => ({
      connection: await Connection.open(url),
      requests: requestsOf(token),
    })),
  )
  let responses = 0
  const start = performance.now()
  const end = start + input.seconds * 1_000
  await Promise.all(
    people.map(({ connection, requests }, index) => {
      // Each person is at another request of the mix.
      let next = index
      return connection.sendAll(
        () => (performance.now() < end ? (requests[next++ % requests.length] ?? null) : null),
        ({ status, bytes }) => {
          if (status !== 200) throw new Error(bytes.toString())
          responses += 1
        },
      )
    }),
  )
  const elapsed = performance.now() - start
  for (const { connection } of people) connection.close()
  return (responses / elapsed) * 1_000
}
