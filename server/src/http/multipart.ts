import fastifyMultipart from '@fastify/multipart'
import { fileMaxBytes, uploadMaxBytes } from '@clube/contract/kernel/file.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, refuseRequest, type Refusal } from '../kernel/refusal.ts'
import { emptyTree, setValue, type MultipartTree } from './multipart-tree.ts'

export type MultipartLimits = {
  readonly file_bytes: number
  readonly body_bytes: number
  readonly files: number
  readonly fields: number
  readonly field_bytes: number
  /** Time limit for the whole body, so that slow senders do not hold memory. */
  readonly timeout_ms: number
}

const uploadLimits: MultipartLimits = {
  file_bytes: fileMaxBytes,
  body_bytes: uploadMaxBytes,
  files: 8,
  fields: 80,
  field_bytes: 16 * 1024,
  timeout_ms: 180_000,
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

/**
 * Reads a multipart body as a tree: nested keys `a[b]`, files as Buffers, an empty text as null (spec §7). What is too
 * large is rejected early: by its Content-Length, otherwise while streaming.
 * @throws {Refusal} request.too-large (413), or request.malformed (400) for any other body
 */
export const readMultipart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  limits: MultipartLimits = uploadLimits,
): Promise<MultipartTree> => {
  if (!request.isMultipart()) throw refuseRequest('request.malformed')
  const declaredBytes = declaredBytesOf(request)
  try {
    if (declaredBytes > limits.body_bytes) throw refuseRequest('request.too-large')
    return withProofNumber(await readParts(request, limits))
  } catch (error) {
    request.raw.unpipe()
    // Without a Content-Length the rest could be endless.
    if (!(declaredBytes <= drainedBytes)) void reply.header('connection', 'close')
    throw refusalOf(error)
  }
}

/** NaN without a Content-Length. */
const declaredBytesOf = (request: FastifyRequest): number => {
  const { 'content-length': declaredBytes } = request.headers
  return declaredBytes === undefined ? Number.NaN : Number(declaredBytes)
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
      const next = await Promise.race([parts.next(), watch.aborted])
      if (next.done) return tree
      const part = next.value
      if (part.type === 'file') {
        const bytes = await Promise.race([part.toBuffer(), watch.aborted])
        if (!setValue(tree, part.fieldname, bytes)) throw refuseRequest('request.malformed')
        continue
      }
      const { value } = part
      if (typeof value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
        throw refuseRequest('request.malformed')
      if (!setValue(tree, part.fieldname, value === '' ? null : value))
        throw refuseRequest('request.malformed')
    }
  } finally {
    watch.end()
  }
}

/** Counts all received bytes and aborts when the body is too large or too slow. */
const watchBody = (
  request: FastifyRequest,
  limits: MultipartLimits,
): { aborted: Promise<never>; end: () => void } => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // The promise may reject after the last race, when it has no handler.
  aborted.catch(() => {})
  let seen = 0
  const count = (chunk: Buffer): void => {
    seen += chunk.length
    if (seen > limits.body_bytes) reject(refuseRequest('request.too-large'))
  }
  const timer = setTimeout(() => reject(refuseRequest('request.malformed')), limits.timeout_ms)
  request.raw.on('data', count)
  return {
    aborted,
    end: () => {
      clearTimeout(timer)
      request.raw.off('data', count)
    },
  }
}

const tooLarge = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT'])

/** Every error of the parser is caused by the body. */
const refusalOf = (error: unknown): Refusal => {
  if (isRefusal(error)) return error
  const { code } = error as { code?: unknown }
  return refuseRequest(
    typeof code === 'string' && tooLarge.has(code) ? 'request.too-large' : 'request.malformed',
  )
}

/** In multipart bodies the proof's number is text; the captcha requires an integer. */
const withProofNumber = (tree: MultipartTree): MultipartTree => {
  const proof = tree['altcha_challenge']
  if (proof === null || typeof proof !== 'object' || Buffer.isBuffer(proof)) return tree
  const { number } = proof
  if (typeof number !== 'string' || !/^\d{1,9}$/.test(number)) return tree
  const readable: Record<string, unknown> = { ...proof, number: Number(number) }
  return { ...tree, altcha_challenge: readable as MultipartTree }
}
