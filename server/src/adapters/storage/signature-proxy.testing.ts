import { createHash, createHmac } from 'node:crypto'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy for an S3 test server that does not check version 4 signatures: it verifies each signature and forwards
 * only requests that were signed with the correct secret and whose body is unaltered.
 */
export const startSignatureProxy = async (input: {
  port: number
  secret: string
}): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (!isSigned(request, body, input.secret)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
        return
      }
      const { method, url, headers } = request
      const forwardedRequest = send(
        { port: input.port, host: '127.0.0.1', method, path: url, headers },
        (forwardedResponse) => {
          response.writeHead(forwardedResponse.statusCode ?? 500, forwardedResponse.headers)
          forwardedResponse.pipe(response)
        },
      )
      forwardedRequest.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const isSigned = (request: IncomingMessage, body: Buffer, secret: string): boolean => {
  const { headers } = request
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d+)\/([^/]+)\/(s3)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!parts || headers['x-amz-content-sha256'] !== sha256(body)) return false
  const [, day = '', region = '', name = '', signed = '', signature] = parts
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&').replaceAll('+', '%20'),
    ...signed.split(';').map((header) => `${header}:${String(headers[header]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/${name}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, name, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day))
  return hmac(key, text).toString('hex') === signature
}
