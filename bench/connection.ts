import { connect, type Socket } from 'node:net'

/** A raw response: only `status` is parsed eagerly. */
export type RawResponse = { status: number; bytes: Buffer }

/**
 * A keep-alive connection that sends one request at a time. It is as cheap as an HTTP/1.1 client can be, because it
 * shares the CPU cores with the server: requests are prepared bytes, responses must have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #expectedLength = 0
  #onResponse: (response: RawResponse) => void = () => {}
  #onError: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
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

  /** Sends `nextRequest()` after each response until it returns null. Throws what `onResponse` or the connection throws. */
  sendAll(nextRequest: () => Buffer | null, onResponse: (response: RawResponse) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const sendNext = () => {
        const request = nextRequest()
        if (request) this.#socket.write(request)
        else resolve()
      }
      this.#onError = reject
      this.#onResponse = (response) => {
        try {
          onResponse(response)
          sendNext()
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      sendNext()
    })
  }

  /** One request, one response. */
  async send(request: Buffer): Promise<RawResponse> {
    let response: RawResponse | undefined
    await this.sendAll(
      () => (response === undefined ? request : null),
      (received) => (response = received),
    )
    if (!response) throw new Error('No response')
    return response
  }

  close(): void {
    this.#onError = () => {}
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    if (this.#expectedLength === 0) {
      const length = lengthOf(this.#bytes)
      if (length === null) return
      this.#expectedLength = length
    }
    if (this.#bytes.length < this.#expectedLength) return
    const bytes = this.#bytes
    this.#bytes = Buffer.alloc(0)
    this.#expectedLength = 0
    this.#onResponse({ status: Number(bytes.toString('latin1', 9, 12)), bytes })
  }
}

/** Total bytes of head and body, or null while the head is incomplete. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const header = bytes.indexOf('content-length: ')
  if (header < 0 || header > end)
    throw new Error(`A response without a Content-Length: ${bytes.toString('latin1', 0, end)}`)
  return end + 4 + Number.parseInt(bytes.toString('latin1', header + 16, header + 26), 10)
}
