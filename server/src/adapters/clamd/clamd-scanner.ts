import { connect } from 'node:net'
import { VirusScannerUnavailable, type ScanVerdict, type VirusScanner } from '../../ports/virus-scanner.ts'

/** Bytes of one chunk of a file. */
const chunkBytes = 64 * 1024
/** Longest reply that is read. */
const maxReplyBytes = 4_096

/** Scans by the command INSTREAM of clamd: chunks with their length, a chunk of length 0, then a line ending with a null. */
export const createClamdScanner = (options: {
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
}): VirusScanner => ({
  scan: async (bytes) => verdictOf(await ask(options, bytes)),
})

const ask = (
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
  bytes: Uint8Array,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const fail = (reason: string): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new VirusScannerUnavailable(reason))
    }
    const timer = setTimeout(() => fail('the virus scanner is too slow'), timeoutMs)
    let reply = ''
    socket.setEncoding('latin1')
    socket.on('error', () => fail('the virus scanner cannot be reached'))
    socket.on('data', (text: string) => {
      reply += text
      if (reply.length > maxReplyBytes) fail('the reply of the virus scanner is too long')
      const end = reply.indexOf('\0')
      if (end === -1) return
      clearTimeout(timer)
      socket.destroy()
      resolve(reply.slice(0, end))
    })
    socket.on('close', () => fail('the virus scanner closed the connection'))
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes)
        socket.write(lengthOf(chunk.length))
        socket.write(chunk)
      }
      socket.write(lengthOf(0))
    })
  })

const lengthOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

/** `stream: OK`, or `stream: <name> FOUND`; everything else, such as an exceeded size limit, is no verdict. */
const verdictOf = (reply: string): ScanVerdict => {
  if (reply === 'stream: OK') return { kind: 'clean' }
  const found = /^stream: (.{1,200}) FOUND$/.exec(reply)
  if (found) return { kind: 'infected', name: found[1] ?? '' }
  throw new VirusScannerUnavailable('the virus scanner gave no verdict')
}
