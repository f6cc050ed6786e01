import fastifyMultipart from '@fastify/multipart'
import { fileMaxBytes, uploadMaxBytes } from '@clube/contract/kernel/file.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import { emptyTree, plant, type MultipartTree } from './multipart-tree.ts'

export type MultipartLimits = {
  readonly file_bytes: number
  readonly body_bytes: number
  readonly files: number
  readonly fields: number
  readonly field_bytes: number
  /** How long the whole body may take: a slow sender must not hold memory for ever. */
  readonly timeout_ms: number
}

const limitsOfUploads: MultipartLimits = {
  file_bytes: fileMaxBytes,
  body_bytes: uploadMaxBytes,
  files: 8,
  fields: 80,
  field_bytes: 16 * 1024,
  timeout_ms: 180_000,
}

/** A body that is somewhat too large is read to its end unseen, so that the browser gets to hear the refusal. */
const drainedBytes = 4 * uploadMaxBytes

/** Binds routes in a scope of their own where multipart bodies are taken; everywhere else they stay refused. */
export const acceptMultipart = (app: FastifyInstance, bind: (scope: FastifyInstance) => void): void => {
  void app.register(async (scope) => {
    await scope.register(fastifyMultipart)
    bind(scope)
  })
}

/**
 * Reads a multipart body as a tree: nested keys `a[b]`, files as Buffers, an empty text as null (spec §7). What is too
 * large is refused before it is read: by its announced length at once, otherwise while it streams.
 * @throws {Refusal} request.too-large (413), or request.malformed (400) for everything that is not such a body
 */
export const readMultipart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  limits: MultipartLimits = limitsOfUploads,
): Promise<MultipartTree> => {
  if (!request.isMultipart()) throw new Refusal('request.malformed')
  const announced = announcedBytes(request)
  try {
    if (announced > limits.body_bytes) throw new Refusal('request.too-large')
    return withTextNumbers(await readParts(request, limits))
  } catch (error) {
    request.raw.unpipe()
    // Without an announced end the rest could go on for ever.
    if (!(announced <= drainedBytes)) void reply.header('connection', 'close')
    throw refusalOf(error)
  }
}

/** NaN where the length is not announced. */
const announcedBytes = (request: FastifyRequest): number => {
  const { 'content-length': announced } = request.headers
  return announced === undefined ? Number.NaN : Number(announced)
}

const readParts = async (request: FastifyRequest, limits: MultipartLimits): Promise<MultipartTree> => {
  const tree = emptyTree()
  const watch = watchBody(request, limits)
  try {
    const parts = request.parts({
      limits: {
        fileSize: limits.file_bytes,
        files: limits.files,
        fields: limits.fields,
        parts: limits.files + limits.fields,
        fieldSize: limits.field_bytes,
        fieldNameSize: 400,
        headerPairs: 20,
      },
    })
    for (;;) {
      const next = await Promise.race([parts.next(), watch.broken])
      if (next.done) return tree
      const part = next.value
      if (part.type === 'file') {
        const bytes = await Promise.race([part.toBuffer(), watch.broken])
        if (!plant(tree, part.fieldname, bytes)) throw new Refusal('request.malformed')
        continue
      }
      const { value } = part
      if (typeof value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
        throw new Refusal('request.malformed')
      if (!plant(tree, part.fieldname, value === '' ? null : value)) throw new Refusal('request.malformed')
    }
  } finally {
    watch.end()
  }
}

/** Counts what arrives, parts and everything between them, and ends the reading when it is too much or too slow. */
const watchBody = (
  request: FastifyRequest,
  limits: MultipartLimits,
): { broken: Promise<never>; end: () => void } => {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // The promise may break after the last race is over; nobody is left to hear it then.
  broken.catch(() => {})
  let seen = 0
  const count = (chunk: Buffer): void => {
    seen += chunk.length
    if (seen > limits.body_bytes) reject(new Refusal('request.too-large'))
  }
  const timer = setTimeout(() => reject(new Refusal('request.malformed')), limits.timeout_ms)
  request.raw.on('data', count)
  return {
    broken,
    end: () => {
      clearTimeout(timer)
      request.raw.off('data', count)
    },
  }
}

const tooLarge = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT'])

/** Whatever the parser throws is a fault of the body, never of ours. */
const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const { code } = error as { code?: unknown }
  return new Refusal(
    typeof code === 'string' && tooLarge.has(code) ? 'request.too-large' : 'request.malformed',
  )
}

/** A proof that travelled as an object has lost its number to text; the captcha takes whole numbers only. */
const withTextNumbers = (tree: MultipartTree): MultipartTree => {
  const proof = tree['altcha_challenge']
  if (proof === null || typeof proof !== 'object' || Buffer.isBuffer(proof)) return tree
  const { number } = proof
  if (typeof number !== 'string' || !/^\d{1,9}$/.test(number)) return tree
  const readable: Record<string, unknown> = { ...proof, number: Number(number) }
  return { ...tree, altcha_challenge: readable as MultipartTree }
}
