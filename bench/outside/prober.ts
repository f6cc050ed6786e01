/**
 * A process of its own that sends one authenticated request every 10 ms, so that the client that redeems does not delay it.
 * A request that cannot be sent on time counts from then. Messages: `start` and `stop`; it answers `stop` with the
 * durations in milliseconds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { Connection } from '../connection.ts'

const intervalMs = 10
const target = new URL(process.argv[2] ?? '')
const request = Buffer.from(
  `${sessionInfoCall.method} ${sessionInfoCall.path} HTTP/1.1\r\nhost: ${target.host}\r\ncookie: sid=${process.argv[3]}\r\n` +
    'accept: application/json\r\nx-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n\r\n',
)

let isStopped = true
let durations: number[] = []

const probe = async (): Promise<void> => {
  const connection = await Connection.open(target)
  let due = performance.now()
  while (!isStopped) {
    const late = performance.now() - due
    const start = late > intervalMs ? due : performance.now()
    const { status, bytes } = await connection.send(request)
    if (status !== 200) throw new Error(bytes.toString())
    durations.push(performance.now() - start)
    due += intervalMs
    const pause = due - performance.now()
    if (pause > 0) await wait(pause)
  }
  connection.close()
}

let probing = Promise.resolve()
process.on('message', (message) => {
  if (message === 'start') {
    isStopped = false
    durations = []
    probing = probe()
  } else {
    isStopped = true
    void probing.then(() => process.send?.(durations))
  }
})
process.on('disconnect', () => process.exit())
