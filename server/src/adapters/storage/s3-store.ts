import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { PhotoStoreError, isObjectKey, type PhotoStore, type StoredObject } from '../../ports/photo-store.ts'

export type S3Settings = {
  /** Scheme and host of the service, without the bucket and without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly access_key_id: string
  readonly secret_access_key: string
  /** Time limit for one request, including its response. */
  readonly timeout_ms: number
}

/** Maximum response size; sealed photos are far smaller. */
const maxObjectBytes = 32 * 1024 * 1024

/** Retries of a request that failed with 5xx or 429. */
const maxRetries = 2

/** Photos in a bucket of any S3-compatible service, with path-style URLs, which all of them support. */
export const createS3Store = (settings: S3Settings): PhotoStore => {
  const client = new AwsClient({
    accessKeyId: settings.access_key_id,
    secretAccessKey: settings.secret_access_key,
    region: settings.region,
    service: 's3',
    retries: maxRetries,
  })
  const bucket = `${settings.endpoint}/${settings.bucket}`

  const send = async (method: string, url: string, body?: Buffer): Promise<Response> => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    try {
      return await client.fetch(url, {
        method,
        headers: {
          'x-amz-content-sha256': digest,
          ...(body ? { 'content-type': 'application/octet-stream' } : {}),
        },
        // A redirect would send the signature to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeout_ms),
        ...(body ? { body: new Uint8Array(body) } : {}),
      })
    } catch (error) {
      throw new PhotoStoreError('unreachable', 'The object store did not respond', { cause: error })
    }
  }
  const urlOf = (key: string): string => {
    if (!isObjectKey(key)) throw new PhotoStoreError('refused', 'Invalid object name')
    return `${bucket}/${key}`
  }

  return {
    put: async (key, bytes) => {
      await expectOk(await send('PUT', urlOf(key), bytes))
    },
    get: async (key) => {
      const response = await send('GET', urlOf(key))
      if (response.status === 404 && (await codeOf(response)) === 'NoSuchKey') return null
      return readBytes(await expectOk(response))
    },
    delete: async (key) => {
      const response = await send('DELETE', urlOf(key))
      if (response.status === 404 && (await codeOf(response)) === 'NoSuchKey') return
      await expectOk(response)
    },
    list: async (prefix) => {
      const found: StoredObject[] = []
      let token: string | null = ''
      while (token !== null) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== '') query.set('continuation-token', token)
        const page: ListPage = readPage(
          (await readBytes(await expectOk(await send('GET', `${bucket}?${query.toString()}`)))).toString(),
        )
        found.push(...page.objects)
        token = page.next
      }
      return found
    },
  }
}

/** Extracts the few needed elements from the service's XML. */
const element = (name: string, xml: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null

/** The error code of a response, whose body remains readable. */
const codeOf = async (response: Response): Promise<string | null> =>
  element('Code', await response.clone().text())

const expectOk = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  const code = await codeOf(response).catch(() => null)
  const reason = response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused'
  throw new PhotoStoreError(reason, `The object store responded with ${response.status} ${code ?? ''}`.trim())
}

/** The request's time limit includes reading the response. */
const readBytes = async (response: Response): Promise<Buffer> => {
  if (Number(response.headers.get('content-length') ?? 0) > maxObjectBytes)
    throw new PhotoStoreError('refused', 'The object is too large')
  try {
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    throw new PhotoStoreError('unreachable', 'The object store response was incomplete', { cause: error })
  }
}

type ListPage = { objects: StoredObject[]; next: string | null }

const readPage = (xml: string): ListPage => {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, content = '']) => {
    const key = element('Key', content)
    const modified = element('LastModified', content)
    return key === null || modified === null ? [] : [{ key, modified_at: new Date(modified) }]
  })
  const isTruncated = element('IsTruncated', xml) === 'true'
  return { objects, next: isTruncated ? (element('NextContinuationToken', xml) ?? null) : null }
}
