import { connect, type Socket } from 'node:net'

/** A raw response: only `status` is parsed eagerly. */
export type Reply = { status: number; bytes: Buffer }

/**
 * A keep-alive connection that sends one request at a time. It does as little as an HTTP/1.1 client can, because it
 * shares the machine's cores with the server: requests are prepared bytes, responses must have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #missing = 0
  #onReply: (reply: Reply) => void = () => {}
  #onError: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#onError(error))
    socket.on('close', () => this.#onError(new Error('The server closed the connection')))
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
      socket.once('connect', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  /** Sends `nextRequest()` after each response until it returns null. Throws what `onReply` or the connection throws. */
  sendAll(nextRequest: () => Buffer | null, onReply: (reply: Reply) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const sendNext = () => {
        const request = nextRequest()
        if (request) this.#socket.write(request)
        else resolve()
      }
      this.#onError = reject
      this.#onReply = (reply) => {
        try {
          onReply(reply)
          sendNext()
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      sendNext()
    })
  }

  /** One request, one response. */
  async send(request: Buffer): Promise<Reply> {
    let answer: Reply | undefined
    await this.sendAll(
      () => (answer === undefined ? request : null),
      (reply) => (answer = reply),
    )
    if (!answer) throw new Error('No answer')
    return answer
  }

  close(): void {
    this.#onError = () => {}
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    if (this.#missing === 0) {
      const end = lengthOf(this.#bytes)
      if (end === null) return
      this.#missing = end
    }
    if (this.#bytes.length < this.#missing) return
    const bytes = this.#bytes
    this.#bytes = Buffer.alloc(0)
    this.#missing = 0
    this.#onReply({ status: Number(bytes.toString('latin1', 9, 12)), bytes })
  }
}

/** Total bytes of head and body, or null while the head is incomplete. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const at = bytes.indexOf('content-length: ')
  if (at < 0 || at > end)
    throw new Error(`A response without a Content-Length: ${bytes.toString('latin1', 0, end)}`)
  return end + 4 + Number.parseInt(bytes.toString('latin1', at + 16, at + 26), 10)
}
