import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PhotoStoreError, type PhotoStore } from '../../ports/photo-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store, type S3Settings } from './s3-store.ts'
import { startSignatureProxy } from './signature-proxy.testing.ts'

let home: string
let service: S3rver
let proxy: Awaited<ReturnType<typeof startSignatureProxy>>
let settings: S3Settings
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clube-photos-'))
  service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(home, 's3'),
    configureBuckets: [{ name: 'fotos' }],
  })
  const { port } = await service.run()
  proxy = await startSignatureProxy({ port, secret: 'S3RVER' })
  settings = {
    endpoint: proxy.endpoint,
    bucket: 'fotos',
    region: 'us-east-1',
    access_key_id: 'S3RVER',
    secret_access_key: 'S3RVER',
    timeout_ms: 10_000,
  }
})
afterAll(async () => {
  await proxy.close()
  await service.close()
  await rm(home, { recursive: true, force: true })
})

const failed = (reason: PhotoStoreError['reason']) => ({ name: 'PhotoStoreError', reason })

describe.each<[string, () => PhotoStore]>([
  ['a folder', () => createFolderStore({ folder: join(home, 'folder') })],
  ['a bucket', () => createS3Store(settings)],
])('photos in %s', (_, open) => {
  it('photos are read back unchanged', async () => {
    const bytes = randomBytes(3_000_000)
    await open().put('photos/one', bytes)
    expect((await open().get('photos/one'))?.equals(bytes)).toBe(true)
    expect(await open().get('photos/two')).toBe(null)
  })

  it('photos are listed by prefix, with their modification time', async () => {
    const before = Date.now()
    for (const name of ['list/a1', 'list/a2', 'lists/a3']) await open().put(name, Buffer.from(name))
    const listed = await open().list('list/')
    expect(listed.map(({ key }) => key).sort()).toEqual(['list/a1', 'list/a2'])
    for (const { modified_at } of listed)
      expect(Math.abs(modified_at.getTime() - before)).toBeLessThan(60_000)
    expect(await open().list('nothing/')).toEqual([])
  })

  it('deleting photos is idempotent', async () => {
    await open().put('gone/a1', Buffer.from('x'))
    await open().delete('gone/a1')
    await open().delete('gone/a1')
    expect(await open().get('gone/a1')).toBe(null)
    expect(await open().list('gone/')).toEqual([])
  })

  it.each([
    '../outside',
    'photos/../../outside',
    '/etc/passwd',
    'photos//a',
    'Photos/a',
    'a b',
    '',
    'a?b',
    '.a',
  ])('an object name like %j is rejected', async (name) => {
    await expect(open().put(name, Buffer.from('x'))).rejects.toMatchObject(failed('refused'))
    await expect(open().get(name)).rejects.toMatchObject(failed('refused'))
    await expect(open().delete(name)).rejects.toMatchObject(failed('refused'))
  })
})

describe('the folder store', () => {
  it('the folder store writes private files and leaves no temporary ones', async () => {
    const folder = join(home, 'permissions')
    await createFolderStore({ folder }).put('photos/a1', Buffer.from('x'))
    expect((await stat(join(folder, 'photos/a1'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'photos'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'photos'))).toEqual(['a1'])
  })

  it('the folder store lists and deletes partial files of interrupted writes', async () => {
    const folder = join(home, 'interrupted')
    const store = createFolderStore({ folder })
    await store.put('photos/a1', Buffer.from('x'))
    await writeFile(join(folder, 'photos/b2.part'), 'half')
    expect((await store.list('photos/')).map(({ key }) => key).sort()).toEqual([
      'photos/a1',
      'photos/b2.part',
    ])
    await store.delete('photos/b2.part')
    expect(await readdir(join(folder, 'photos'))).toEqual(['a1'])
  })

  it('a photo folder that is a file is reported as a PhotoStoreError', async () => {
    const file = join(home, 'a-file')
    await writeFile(file, '')
    await expect(
      createFolderStore({ folder: file }).put('photos/a1', Buffer.from('x')),
    ).rejects.toBeInstanceOf(PhotoStoreError)
    await chmod(file, 0o600)
  })
})

describe('the bucket store', () => {
  const allOperations = (store: PhotoStore): Promise<unknown>[] => [
    store.put('photos/a1', Buffer.from('x')),
    store.get('photos/a1'),
    store.delete('photos/a1'),
    store.list('photos/'),
  ]

  it.each<[string, Partial<S3Settings>]>([
    ['accessed with a wrong secret', { secret_access_key: 'WRONG' }],
    ['accessed with an unknown key', { access_key_id: 'NOBODY' }],
    ['that does not exist', { bucket: 'outro' }],
  ])('every operation on a bucket %s is refused without revealing the secret', async (_, change) => {
    const store = createS3Store({ ...settings, ...change })
    for (const outcome of await Promise.allSettled(allOperations(store))) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: failed('refused') })
      expect(String((outcome as PromiseRejectedResult).reason)).not.toContain('WRONG')
    }
  })

  it('a request with a wrong secret changes nothing in the bucket', async () => {
    await createS3Store(settings).put('safe/a1', Buffer.from('x'))
    await expect(
      createS3Store({ ...settings, secret_access_key: 'WRONG' }).delete('safe/a1'),
    ).rejects.toThrow()
    expect(await createS3Store(settings).get('safe/a1')).toEqual(Buffer.from('x'))
  })

  it('a bucket whose server is down is reported as unreachable', async () => {
    const { server, endpoint } = await startFakeServer(() => {})
    await close(server)
    for (const outcome of await Promise.allSettled(allOperations(createS3Store({ ...settings, endpoint }))))
      expect(outcome).toMatchObject({ status: 'rejected', reason: failed('unreachable') })
  })

  it('a bucket that does not respond in time is reported as unreachable', async () => {
    const { server, endpoint } = await startFakeServer(() => {})
    const slow = createS3Store({ ...settings, endpoint, timeout_ms: 50 })
    for (const outcome of await Promise.allSettled(allOperations(slow)))
      expect(outcome).toMatchObject({ status: 'rejected', reason: failed('unreachable') })
    await close(server)
  })

  it('a truncated response of the bucket is reported as unreachable', async () => {
    const { server, endpoint } = await startFakeServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
    })
    await expect(createS3Store({ ...settings, endpoint }).get('photos/a1')).rejects.toMatchObject(
      failed('unreachable'),
    )
    await close(server)
  })

  it('failed bucket requests are retried', async () => {
    let requestCount = 0
    const { server, endpoint } = await startFakeServer((_, response) => {
      requestCount += 1
      response.writeHead(requestCount === 1 ? 503 : 200).end('x')
    })
    expect(await createS3Store({ ...settings, endpoint }).get('photos/a1')).toEqual(Buffer.from('x'))
    expect(requestCount).toBe(2)
    await close(server)
  })

  it('bucket redirects are not followed', async () => {
    const requests: (string | undefined)[] = []
    const { server, endpoint } = await startFakeServer((url, response) => {
      requests.push(url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    await expect(createS3Store({ ...settings, endpoint }).get('photos/a1')).rejects.toMatchObject(
      failed('unreachable'),
    )
    expect(requests).toEqual(['/fotos/photos/a1'])
    await close(server)
  })

  it('the bucket is listed page by page', async () => {
    const { server, endpoint } = await startFakeServer((url, response) => {
      const isSecond = url?.includes('continuation-token=more%2B1') ?? false
      const object = `<Contents><Key>photos/${isSecond ? 'b2' : 'a1'}</Key><LastModified>2026-11-21T12:00:00.000Z</LastModified></Contents>`
      response.end(
        `<ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${isSecond ? '' : '<NextContinuationToken>more+1</NextContinuationToken>'}${object}</ListBucketResult>`,
      )
    })
    expect(await createS3Store({ ...settings, endpoint }).list('photos/')).toEqual([
      { key: 'photos/a1', modified_at: new Date('2026-11-21T12:00:00Z') },
      { key: 'photos/b2', modified_at: new Date('2026-11-21T12:00:00Z') },
    ])
    await close(server)
  })
})

type Respond = (url: string | undefined, response: import('node:http').ServerResponse) => void

const startFakeServer = async (respond: Respond): Promise<{ server: Server; endpoint: string }> => {
  const server = createServer((request, response) => {
    request.resume()
    respond(request.url, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const close = (server: Server): Promise<void> => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
