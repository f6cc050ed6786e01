import { spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { Unavailable } from '../../kernel/refusal.ts'
import type { DecodingJob, DecodingReply } from './decoding-job.ts'
import type { PdfVerdict } from './inspect-pdf.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { isPng, readPngHeader } from './png-header.ts'
import type { CleanPhoto } from './photo-error.ts'

/** Decodes photos and inspects PDFs in separate processes, so that neither the event loop nor password hashing waits for them. */
export type PhotoDecoder = {
  /**
   * Checks, decodes and re-encodes a photo; the file is read when a process is free. Damaged, unusual and very slow files are rejected.
   * @param options.max_side longest side of the result in pixels, if not that of a document's photo
   * @param options.accepts_png whether a PNG is accepted, too; the result is always a JPEG
   * @throws {Unavailable} when too many photos are waiting
   */
  readonly clean: (file: FormFile, options?: CleanOptions) => Promise<CleanPhoto>
  /**
   * Checks a PDF. One that takes too long or too much memory is `broken`.
   * @throws {Unavailable} when too many photos are waiting
   */
  readonly inspectPdf: (file: Uint8Array) => Promise<PdfVerdict>
  /**
   * Watermarks a cleaned photo, ahead of photos waiting to be cleaned and PDFs.
   * @throws {Unavailable} when it cannot be done now
   */
  readonly watermark: (photo: Uint8Array, text: string) => Promise<Buffer>
  /** Stops the processes. */
  readonly close: () => void
}

type CleanOptions = { readonly max_side?: number; readonly accepts_png?: boolean }

export type PhotoDecoderOptions = {
  /** Processes that may run at the same time; each starts when it is first needed. */
  readonly processes?: number
  /** Photos that may wait. */
  readonly queue?: number
  /** Time limit for one photo, after which its process is killed and replaced. */
  readonly timeout_ms?: number
  /** The program of the process. */
  readonly program?: string
  /** Called when a process exceeded its time limit and was killed, or crashed. */
  readonly onEnd?: (end: { reason: 'timeout' | 'ended' }) => void
}

const defaults = {
  processes: 1,
  queue: 16,
  timeout_ms: 8_000,
  program: join(import.meta.dirname, 'decoding-process.ts'),
  onEnd: () => {},
} satisfies Required<PhotoDecoderOptions>

/** Time limit for a process to become ready. */
const startTimeoutMs = 30_000
/** Private memory of a process in kB, where the shell can limit it: a full decode of 25 megapixels needs a third of it. */
const maxMemoryKb = 1_500_000
const retryAfterSeconds = 5

type Outcome = { kind: 'replied'; reply: DecodingReply } | { kind: 'ended' } | { kind: 'not-started' }

export const createPhotoDecoder = (options: PhotoDecoderOptions = {}): PhotoDecoder => {
  const { processes, queue, ...settings } = { ...defaults, ...options }
  const idle: DecodingProcess[] = Array.from({ length: processes }, () => new DecodingProcess(settings))
  const all = [...idle]
  const waiting = { upload: [] as Waiting[], watermark: [] as Waiting[] }

  const runQueued = async <Result>(
    kind: keyof typeof waiting,
    work: (process: DecodingProcess) => Promise<Result>,
  ): Promise<Result> => {
    const waiters = waiting[kind]
    const free = idle.pop()
    if (!free && waiters.length >= queue)
      throw new Unavailable('too many photos are waiting', retryAfterSeconds)
    const acquired = free ?? (await new Promise<DecodingProcess>((resolve) => waiters.push(resolve)))
    try {
      return await work(acquired)
    } finally {
      const next = waiting.watermark.shift() ?? waiting.upload.shift()
      if (next) next(acquired)
      else idle.push(acquired)
    }
  }

  return {
    clean: (file, options) =>
      runQueued('upload', async (process) => {
        const bytes = new Uint8Array(await file.arrayBuffer())
        const header = options?.accepts_png && isPng(bytes) ? readPngHeader(bytes) : readJpegHeader(bytes)
        if (!header.ok) return header
        const outcome = await process.run({
          kind: 'clean',
          photo: bytes.subarray(0, header.bytes),
          max_side: options?.max_side,
        })
        if (outcome.kind === 'not-started') throw notStarted()
        if (outcome.kind === 'ended' || outcome.reply.kind !== 'clean') return { ok: false, error: 'damaged' }
        return outcome.reply.result
      }),
    inspectPdf: (file) =>
      runQueued('upload', async (process) => {
        const outcome = await process.run({ kind: 'inspectPdf', file })
        if (outcome.kind === 'not-started') throw notStarted()
        if (outcome.kind === 'ended' || outcome.reply.kind !== 'inspectPdf') return 'broken'
        return outcome.reply.verdict
      }),
    watermark: async (photo, text) => {
      const outcome = await runQueued('watermark', (process) =>
        process.run({ kind: 'watermark', photo, text }),
      )
      if (outcome.kind === 'replied' && outcome.reply.kind === 'watermark') return outcome.reply.bytes
      throw new Unavailable('the photo could not be watermarked', retryAfterSeconds)
    },
    close: () => {
      for (const each of all) each.close()
    },
  }
}

const notStarted = (): Unavailable => new Unavailable('the photo decoder did not start', retryAfterSeconds)

type Waiting = (free: DecodingProcess) => void

/** One process at a time, started with the first job and again after it was killed. */
class DecodingProcess {
  readonly #settings: Required<Pick<PhotoDecoderOptions, 'timeout_ms' | 'program' | 'onEnd'>>
  #child: ChildProcess | null = null

  constructor(settings: Required<Pick<PhotoDecoderOptions, 'timeout_ms' | 'program' | 'onEnd'>>) {
    this.#settings = settings
  }

  async run(job: DecodingJob): Promise<Outcome> {
    const { timeout_ms, onEnd } = this.#settings
    const child = this.#child ?? (await this.#start())
    if (!child) return { kind: 'not-started' }
    const reply = responseOf(child, timeout_ms)
    child.send(job, () => {
      // If sending fails, the process exits, too.
    })
    const outcome = await reply
    if (outcome !== 'timeout' && outcome !== 'ended') return { kind: 'replied', reply: outcome }
    this.#end(child)
    onEnd({ reason: outcome })
    return { kind: 'ended' }
  }

  close(): void {
    if (this.#child) this.#end(this.#child)
  }

  async #start(): Promise<ChildProcess | null> {
    const child = spawnLimited(this.#settings.program)
    this.#child = child
    child.once('exit', () => this.#clear(child))
    const outcome = await responseOf(child, startTimeoutMs)
    if (outcome !== 'timeout' && outcome !== 'ended') return child
    this.#end(child)
    return null
  }

  #end(child: ChildProcess): void {
    child.kill('SIGKILL')
    this.#clear(child)
  }

  #clear(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
  }
}

/** The next message of a process, or why it sent nothing. */
const responseOf = (child: ChildProcess, ms: number): Promise<DecodingReply | 'timeout' | 'ended'> =>
  new Promise((resolve) => {
    const settle = (outcome: DecodingReply | 'timeout' | 'ended'): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onExit)
      resolve(outcome)
    }
    const onMessage = (message: unknown): void => settle(message as DecodingReply)
    const onExit = (): void => settle('ended')
    const timer = setTimeout(() => settle('timeout'), ms)
    child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  })

/**
 * Starts the program with an empty environment, with limited memory and, inside Node, without write access to files.
 * Its priority is that of the threads that hash passwords.
 */
const spawnLimited = (program: string): ChildProcess => {
  const command = [
    process.execPath,
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
    '--max-old-space-size=128',
    program,
  ]
  const isShell = process.platform !== 'win32'
  const [file = '', ...rest] = isShell
    ? ['/bin/sh', '-c', 'ulimit -d "$0" 2>/dev/null; exec "$@"', String(maxMemoryKb), ...command]
    : command
  const child = spawn(file, rest, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // Without a listener a failed start would be an uncaught error.
  child.on('error', () => {})
  // An idle decoder does not keep this process running; a job's timer does.
  child.unref()
  child.channel?.unref()
  lowerPriority(child)
  return child
}

const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already exited.
  }
}
