import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { Unavailable } from '../kernel/refusal.ts'

const algorithm = 'aes-256-ctr'
/** Size of a piece, in bytes. */
const chunkBytes = 64 * 1024

/**
 * A file of a request, on disk until the response has been sent: encrypted with a key that only this process has, and
 * without a name, so that neither readable data nor occupied disk space remains when the process ends.
 */
export class ReceivedFile implements FormFile {
  readonly type: string
  readonly #handle: FileHandle
  readonly #key = randomBytes(32)
  readonly #iv = randomBytes(16)
  readonly #cipher = createCipheriv(algorithm, this.#key, this.#iv)
  #size = 0

  private constructor(handle: FileHandle, type: string) {
    this.#handle = handle
    this.type = type
  }

  /** @throws {Unavailable} when the disk fails */
  static async create(folder: string, type: string): Promise<ReceivedFile> {
    return onDisk(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      const handle = await open(path, 'wx+', 0o600)
      await unlink(path)
      return new ReceivedFile(handle, type)
    })
  }

  get size(): number {
    return this.#size
  }

  /** @throws {Unavailable} when the disk fails */
  async append(chunk: Buffer): Promise<void> {
    const sealed = this.#cipher.update(chunk)
    const position = this.#size
    this.#size += chunk.length
    await onDisk(() => this.#handle.write(sealed, 0, sealed.length, position))
  }

  /** @throws {Unavailable} when the disk fails */
  async arrayBuffer(): Promise<ArrayBuffer> {
    const sealed = Buffer.alloc(this.#size)
    await onDisk(() => this.#handle.read(sealed, 0, sealed.length, 0))
    return new Uint8Array(createDecipheriv(algorithm, this.#key, this.#iv).update(sealed)).buffer
  }

  /** The content in pieces, for files that are read once from start to end. @throws {Unavailable} when the disk fails */
  async *chunks(): AsyncGenerator<Buffer> {
    const decipher = createDecipheriv(algorithm, this.#key, this.#iv)
    for (let position = 0; position < this.#size;) {
      const sealed = Buffer.alloc(Math.min(chunkBytes, this.#size - position))
      await onDisk(() => this.#handle.read(sealed, 0, sealed.length, position))
      position += sealed.length
      yield decipher.update(sealed)
    }
  }

  async discard(): Promise<void> {
    await this.#handle.close()
  }
}

/** The content of a file of a request, in pieces where it is on disk. */
export const chunksOf = (file: FormFile): AsyncIterable<Uint8Array> =>
  file instanceof ReceivedFile ? file.chunks() : wholeOf(file)

async function* wholeOf(file: FormFile): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer())
}

const onDisk = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw new Unavailable(`a received file: ${String(error)}`)
  }
}
