import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { PhotoStoreFailed, isObjectKey, type PhotoStore, type StoredObject } from '../../ports/photo-store.ts'

export type S3Settings = {
  /** Scheme and host of the service, without the bucket and without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly access_key_id: string
  readonly secret_access_key: string
  /** How long one request may take, answer included. */
  readonly timeout_ms: number
}

/** Sealed photos are smaller by far; a larger answer is not one of ours and is not read. */
const largestObject = 32 * 1024 * 1024

/** How often a request is repeated that the service itself failed (5xx, 429). */
const repeats = 2

/** Photos in a bucket of any service that speaks S3; the bucket is part of the path, which all of them understand. */
export const createS3Store = (settings: S3Settings): PhotoStore => {
  const client = new AwsClient({
    accessKeyId: settings.access_key_id,
    secretAccessKey: settings.secret_access_key,
    region: settings.region,
    service: 's3',
    retries: repeats,
  })
  const bucket = `${settings.endpoint}/${settings.bucket}`

  const send = async (method: string, address: string, body?: Buffer): Promise<Response> => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    try {
      return await client.fetch(address, {
        method,
        headers: {
          'x-amz-content-sha256': digest,
          ...(body ? { 'content-type': 'application/octet-stream' } : {}),
        },
        // A redirect would carry the signature somewhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeout_ms),
        ...(body ? { body: new Uint8Array(body) } : {}),
      })
    } catch (error) {
      throw new PhotoStoreFailed('unreachable', 'The object store does not answer', { cause: error })
    }
  }
  const addressOf = (key: string): string => {
    if (!isObjectKey(key)) throw new PhotoStoreFailed('refused', 'An object of the store was misnamed')
    return `${bucket}/${key}`
  }

  return {
    put: async (key, bytes) => {
      await expectDone(await send('PUT', addressOf(key), bytes))
    },
    get: async (key) => {
      const answer = await send('GET', addressOf(key))
      if (answer.status === 404 && (await codeOf(answer)) === 'NoSuchKey') return null
      return readBytes(await expectDone(answer))
    },
    delete: async (key) => {
      const answer = await send('DELETE', addressOf(key))
      if (answer.status === 404 && (await codeOf(answer)) === 'NoSuchKey') return
      await expectDone(answer)
    },
    list: async (prefix) => {
      const found: StoredObject[] = []
      let token: string | null = ''
      while (token !== null) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== '') query.set('continuation-token', token)
        const page: ListPage = readPage(
          (await readBytes(await expectDone(await send('GET', `${bucket}?${query.toString()}`)))).toString(),
        )
        found.push(...page.objects)
        token = page.next
      }
      return found
    },
  }
}

/** Answers of the service are XML; these few elements are all we need of it. */
const element = (name: string, xml: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null

/** The error code of an answer; the answer stays readable. */
const codeOf = async (answer: Response): Promise<string | null> =>
  element('Code', await answer.clone().text())

const expectDone = async (answer: Response): Promise<Response> => {
  if (answer.ok) return answer
  const code = await codeOf(answer).catch(() => null)
  const reason = answer.status >= 500 || answer.status === 429 ? 'unreachable' : 'refused'
  throw new PhotoStoreFailed(reason, `The object store answered ${answer.status} ${code ?? ''}`.trim())
}

/** The time limit of the request holds while the answer is read, too. */
const readBytes = async (answer: Response): Promise<Buffer> => {
  if (Number(answer.headers.get('content-length') ?? 0) > largestObject)
    throw new PhotoStoreFailed('refused', 'The object store holds something too large under that name')
  try {
    return Buffer.from(await answer.arrayBuffer())
  } catch (error) {
    throw new PhotoStoreFailed('unreachable', 'The answer of the object store broke off', { cause: error })
  }
}

type ListPage = { objects: StoredObject[]; next: string | null }

const readPage = (xml: string): ListPage => {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, content = '']) => {
    const key = element('Key', content)
    const modified = element('LastModified', content)
    return key === null || modified === null ? [] : [{ key, modified_at: new Date(modified) }]
  })
  const isCut = element('IsTruncated', xml) === 'true'
  return { objects, next: isCut ? (element('NextContinuationToken', xml) ?? null) : null }
}
