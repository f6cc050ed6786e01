import fastifyMultipart from '@fastify/multipart'
import { fileMaxBytes, uploadMaxBytes, type FormFile } from '@clube/contract/kernel/file.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, refuseRequest, Unavailable } from '../kernel/refusal.ts'
import { emptyTree, isGroup, setValue, type MultipartTree } from './multipart-tree.ts'
import { ReceivedFile } from './received-file.ts'
import type { RunningUpload } from './uploads.ts'

export type MultipartLimits = {
  readonly file_bytes: number
  readonly body_bytes: number
  readonly fields: number
  /** Sizes of one text field and of all together; they are kept in memory. */
  readonly field_bytes: number
  readonly fields_bytes: number
  /** Time limit for the text fields, before the first file. */
  readonly fields_ms: number
  /** Time limit for the whole body. */
  readonly body_ms: number
  /** Bytes that must arrive in every interval, so that slow senders do not occupy a slot. */
  readonly interval_bytes: number
  readonly interval_ms: number
}

const uploadLimits: MultipartLimits = {
  file_bytes: fileMaxBytes,
  body_bytes: uploadMaxBytes,
  fields: 80,
  field_bytes: 16 * 1024,
  fields_bytes: 64 * 1024,
  fields_ms: 20_000,
  body_ms: 180_000,
  interval_bytes: 16 * 1024,
  interval_ms: 20_000,
}

/** A slightly oversized body is drained, so that the browser receives the refusal. */
const drainedBytes = 4 * uploadMaxBytes

/** Binds routes in a separate scope that accepts multipart bodies; all other routes reject them. */
export const acceptMultipart = (app: FastifyInstance, bind: (scope: FastifyInstance) => void): void => {
  void app.register(async (scope) => {
    await scope.register(fastifyMultipart)
    bind(scope)
  })
}

export type MultipartInput = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Where files are received. */
  readonly folder: string
  /** Names of the expected files. */
  readonly files: readonly string[]
  /**
   * Called once with all text fields, before the first file is received; files that follow are placeholders. It may
   * refuse.
   */
  readonly admit: (fields: MultipartTree, upload: RunningUpload) => Promise<void>
  readonly limits?: MultipartLimits
  /** Sizes of a call with limits of its own. */
  readonly file_limits?: Pick<MultipartLimits, 'file_bytes' | 'body_bytes'> | undefined
}

/**
 * Receives a multipart body as a tree: nested keys `a[b]`, empty text as null (spec §7), files on disk until `use`
 * has completed. A body that is too large is rejected early: by its Content-Length, otherwise while streaming.
 * @throws {Refusal} request.too-large (413), request.malformed (400) for any other body, or what `admit` throws
 */
export const receiveMultipart = async <Result>(
  input: MultipartInput,
  use: (tree: MultipartTree) => Promise<Result>,
): Promise<Result> => {
  const received: ReceivedFile[] = []
  try {
    return await use(await readMultipart(input, received))
  } finally {
    await Promise.all(received.map((file) => file.discard()))
  }
}

const readMultipart = async (input: MultipartInput, received: ReceivedFile[]): Promise<MultipartTree> => {
  const { request, reply } = input
  const limits = { ...(input.limits ?? uploadLimits), ...input.file_limits }
  if (!request.isMultipart()) throw refuseRequest('request.malformed')
  const declaredBytes = declaredBytesOf(request)
  const watch = watchBody(request, limits)
  try {
    if (declaredBytes > limits.body_bytes) throw refuseRequest('request.too-large')
    return withProofNumber(await readParts(input, { received, watch, limits }))
  } catch (error) {
    request.raw.unpipe()
    const refusal =
      isRefusal(error) && error.code === 'request.too-large' && input.file_limits
        ? singleFileRefusal(limits)
        : error
    // Without a Content-Length the remaining body could be endless; a slow one is not awaited, either.
    if (!(declaredBytes <= drainedBytes) || watch.isAborted()) void reply.header('connection', 'close')
    throw refusal
  } finally {
    watch.end()
  }
}

/** For calls with limits of their own, whose message differs. */
const singleFileRefusal = ({ file_bytes }: MultipartLimits) =>
  refuseRequest('request.file-too-large', { megabytes: Math.floor(file_bytes / 1024 / 1024) })

/** NaN without a Content-Length. */
const declaredBytesOf = (request: FastifyRequest): number => {
  const { 'content-length': declaredBytes } = request.headers
  return declaredBytes === undefined ? Number.NaN : Number(declaredBytes)
}

const readParts = async (
  { request, folder, files, admit }: MultipartInput,
  { received, watch, limits }: { received: ReceivedFile[]; watch: BodyWatch; limits: MultipartLimits },
): Promise<MultipartTree> => {
  const tree = emptyTree()
  const parts = request.parts({
    limits: {
      fileSize: limits.file_bytes,
      files: files.length,
      fields: limits.fields,
      parts: files.length + limits.fields,
      fieldSize: limits.field_bytes,
      fieldNameSize: 400,
      headerPairs: 20,
    },
  })
  let textBytes = 0
  let isAdmitted = false
  for (;;) {
    const next = await fromBody(Promise.race([parts.next(), watch.aborted]))
    if (next.done) break
    const part = next.value
    if (part.type === 'file') {
      if (!files.includes(part.fieldname) || part.fieldname in tree) throw refuseRequest('request.malformed')
      if (!isAdmitted) {
        await admit(withProofNumber(Object.assign(emptyTree(), tree, placeholdersOf(files))), watch)
        isAdmitted = true
        watch.receiveFiles()
      }
      const file = await ReceivedFile.create(folder, part.mimetype)
      received.push(file)
      tree[part.fieldname] = file
      try {
        await fromBody(Promise.race([copy(part.file, file), watch.aborted]))
      } finally {
        part.file.destroy()
      }
      continue
    }
    const { value } = part
    // Despite its type, the parser also passes on parts without a name.
    const name = String(part.fieldname)
    const text = typeof value === 'string' && !part.valueTruncated && !part.fieldnameTruncated ? value : null
    textBytes += name.length + (text?.length ?? 0)
    if (text === null || isAdmitted || textBytes > limits.fields_bytes)
      throw refuseRequest('request.malformed')
    if (!setValue(tree, name, text === '' ? null : text)) throw refuseRequest('request.malformed')
  }
  if (!isAdmitted) await admit(withProofNumber(tree), watch)
  return tree
}

const copy = async (
  source: AsyncIterable<Buffer> & { truncated?: boolean },
  file: ReceivedFile,
): Promise<void> => {
  for await (const chunk of source) await file.append(chunk)
  if (source.truncated) throw refuseRequest('request.too-large')
}

const placeholder: FormFile = {
  size: 1,
  type: '',
  arrayBuffer: () => Promise.reject(new Error('The file has not been received yet')),
}

/** So that the text fields can be checked with the schema of the whole body. */
const placeholdersOf = (files: readonly string[]): MultipartTree =>
  Object.fromEntries(files.map((name) => [name, placeholder]))

type BodyWatch = RunningUpload & {
  /** Rejects when the body is too large or too slow, or its slot is released. */
  readonly aborted: Promise<never>
  /** Whether `aborted` was rejected. */
  readonly isAborted: () => boolean
  /** The text fields have been received and admitted. */
  readonly receiveFiles: () => void
  readonly end: () => void
}

/** Counts all received bytes and aborts when the body is too large or too slow. */
const watchBody = (request: FastifyRequest, limits: MultipartLimits): BodyWatch => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // The promise may reject after the last `Promise.race`, without a handler.
  aborted.catch(() => {})
  let isAborted = false
  let isReceiving = true
  const end = (reason: Error): void => {
    isAborted = true
    reject(reason)
  }
  const abort = (code: 'request.too-large' | 'request.malformed'): void => end(refuseRequest(code))
  let seen = 0
  const count = (chunk: Buffer): void => {
    seen += chunk.length
    if (seen > limits.body_bytes) abort('request.too-large')
  }
  const fieldsTimer = setTimeout(() => abort('request.malformed'), limits.fields_ms)
  const bodyTimer = setTimeout(() => abort('request.malformed'), limits.body_ms)
  let interval: NodeJS.Timeout | undefined
  request.raw.on('data', count)
  return {
    aborted,
    isAborted: () => isAborted,
    receivedBytes: () => seen,
    isReceiving: () => isReceiving,
    release: end,
    receiveFiles: () => {
      clearTimeout(fieldsTimer)
      let lastSeen = seen
      interval = setInterval(() => {
        if (seen - lastSeen < limits.interval_bytes) abort('request.malformed')
        lastSeen = seen
      }, limits.interval_ms)
    },
    end: () => {
      isReceiving = false
      clearTimeout(fieldsTimer)
      clearTimeout(bodyTimer)
      clearInterval(interval)
      request.raw.off('data', count)
    },
  }
}

const tooLarge = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT'])

/** All parser errors are caused by the body. */
const fromBody = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error) || error instanceof Unavailable) throw error
    const { code } = error as { code?: unknown }
    throw refuseRequest(
      typeof code === 'string' && tooLarge.has(code) ? 'request.too-large' : 'request.malformed',
    )
  }
}

/** In multipart bodies the proof's number is text; the captcha requires an integer. */
const withProofNumber = (tree: MultipartTree): MultipartTree => {
  const proof = tree['altcha_challenge']
  if (!isGroup(proof)) return tree
  const { number } = proof
  if (typeof number !== 'string' || !/^\d{1,9}$/.test(number)) return tree
  const readable: Record<string, unknown> = { ...proof, number: Number(number) }
  return { ...tree, altcha_challenge: readable as MultipartTree }
}
