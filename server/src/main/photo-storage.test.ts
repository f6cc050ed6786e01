import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { configuration } from '../../seeds/demonstration/club.ts'
import { checkClubConfiguration } from './club-configuration.ts'
import { readEnvironment } from './environment.ts'
import { photoStoreOf } from './photo-storage.ts'

const bucket = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'fotos', region: 'sa-east-1' }
const read = (photos: unknown) => checkClubConfiguration('test', { ...configuration, photos })

it('photos are stored in a folder next to the data by default', async () => {
  const data_folder = await mkdtemp(join(tmpdir(), 'clube-photos-'))
  const store = photoStoreOf(checkClubConfiguration('test', configuration), {
    data_folder,
    photo_store_keys: null,
  })
  await store.put('photos/a1', Buffer.from('x'))
  expect(await readdir(join(data_folder, 'photo-store/photos'))).toEqual(['a1'])
  await rm(data_folder, { recursive: true })
})

it('a bucket requires both keys', () => {
  const environment = { data_folder: '', photo_store_keys: null }
  expect(() => photoStoreOf(read(bucket), environment)).toThrow(
    'PHOTOS_ACCESS_KEY_ID and PHOTOS_SECRET_ACCESS_KEY are missing: the club stores its photos in a bucket.',
  )
  expect(() => readEnvironment({ PHOTOS_ACCESS_KEY_ID: 'id' }, 'club.ts')).toThrow('one is missing')
  const { photo_store_keys } = readEnvironment(
    { PHOTOS_ACCESS_KEY_ID: 'id', PHOTOS_SECRET_ACCESS_KEY: 'secret' },
    'club.ts',
  )
  expect(photo_store_keys).toEqual({ access_key_id: 'id', secret_access_key: 'secret' })
  expect(photoStoreOf(read(bucket), { data_folder: '', photo_store_keys })).toHaveProperty('put')
})

it.each([
  { kind: 'ftp' },
  { ...bucket, endpoint: 'ftp://x' },
  { ...bucket, bucket: 'Not/a bucket' },
  { ...bucket, region: '' },
])('the photo storage %j is rejected with a message', (photos) => {
  expect(() => read(photos)).toThrow(/The club's configuration test is invalid:\n {2}photos/)
})
