import { createServer, type Server, type Socket } from 'node:net'

/** How the local scanner behaves. */
export type ClamdBehavior = 'correct' | 'silent' | 'closing' | 'garbled'

/** A virus scanner on loopback that implements the command INSTREAM of clamd and finds the EICAR test file. */
export type LocalClamd = {
  readonly host: '127.0.0.1'
  readonly port: number
  readonly behave: (behavior: ClamdBehavior) => void
  /** Bytes of the files that were scanned. */
  readonly scanned: () => readonly number[]
  readonly stop: () => Promise<void>
}

/** The standard test file of virus scanners, in two parts so that scanners do not find this source. */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}` + '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const command = 'zINSTREAM\0'
/** As `StreamMaxLength` of clamd's default configuration. */
const maxStreamBytes = 25 * 1024 * 1024

export const startLocalClamd = async (): Promise<LocalClamd> => {
  let behavior: ClamdBehavior = 'correct'
  const scanned: number[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const parts: Buffer[] = []
    let size = 0
    const answer = (reply: string): void => {
      socket.removeAllListeners('data').resume().end(reply)
    }
    socket.on('data', (bytes) => {
      parts.push(bytes)
      size += bytes.length
      if (behavior === 'closing') return void socket.destroy()
      if (size > maxStreamBytes) return answer('INSTREAM size limit exceeded. ERROR\0')
      // Only a chunk of length 0 completes a request.
      const isEnd = bytes.length < 4 || bytes.subarray(-4).equals(Buffer.alloc(4))
      const file = isEnd ? fileOf(Buffer.concat(parts)) : 'incomplete'
      if (file === 'incomplete' || behavior === 'silent') return
      if (behavior === 'garbled') return answer('???\0')
      if (file === 'unknown-command') return answer('UNKNOWN COMMAND\0')
      scanned.push(file.length)
      answer(file.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    host: '127.0.0.1',
    port,
    behave: (next) => {
      behavior = next
    },
    scanned: () => scanned,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** The file of a complete request: chunks with their length, ended by a chunk of length 0. */
const fileOf = (received: Buffer): Buffer | 'incomplete' | 'unknown-command' => {
  const start = received.subarray(0, command.length).toString('latin1')
  if (!command.startsWith(start)) return 'unknown-command'
  if (received.length < command.length) return 'incomplete'
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    if (at + 4 + length > received.length) return 'incomplete'
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return 'incomplete'
}
