import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { createPhotoDecoder } from '../modules/photos/photo-decoder.ts'
import { jpeg } from '../testing/jpeg.ts'
import { manyScansJpeg } from '../testing/many-scans-jpeg.ts'
import { openRecoveryOptions } from '../testing/recovery-codes.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'
import { resetRecovery, useRecovery, type TestRecovery } from '../testing/recovery.ts'

const { maria, padaria } = personas
const terms_id = 'shd_auth_terms'

/** Maria's submission with the same file as each of the three photos. */
const threeOf = async (photo: Buffer) =>
  submissionOf(Object.fromEntries(identityPhotos.map((name) => [name, photo])))

/** The sign-in of another person, from check-account to the session. */
const signInAnother = async (recovery: TestRecovery) => {
  const { document_id, password } = padaria
  const browser = recovery.browser()
  const identified = await browser.send(checkAccountCall, {
    body: { document_id, document_type: 'cnpj', terms_id },
  })
  if (!identified.ok) return identified
  return browser.send(signInWithPasswordCall, {
    body: { document_id, document_type: 'cnpj', terms_id, password, remember_me: 'no' },
  })
}

describe('a photo made to stall the server', () => {
  const recovery = useRecovery()
  beforeEach(() => resetRecovery(recovery))

  test.each([
    ['grayscale', manyScansJpeg({ side: 5000, components: 1, scans: 883 })],
    ['three components', manyScansJpeg({ side: 5000, components: 3, scans: 1200 })],
  ])('a JPEG with hundreds of scans is rejected: %s', async (_, photo) => {
    const browser = await openRecoveryOptions(recovery, maria.document_id)
    const response = await submit(recovery, browser, await threeOf(photo))
    const message = 'Não conseguimos ler esta foto. Tire outra com a câmera do aparelho, por favor.'
    expect(response).toMatchObject({ status: 422, errors: identityPhotos.map((path) => ({ path, message })) })
  })

  test('damaged photos count toward the limit: the twenty-first submission in an hour is refused', async () => {
    const browser = await openRecoveryOptions(recovery, maria.document_id)
    const damaged = await threeOf((await jpeg()).subarray(0, 300))
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(await submit(recovery, browser, damaged)).toMatchObject({ status: 422 })
    const refused = { status: 429, code: 'request.rate-limited' }
    expect(await submit(recovery, browser, damaged)).toMatchObject(refused)
    expect(await submit(recovery, browser, await submissionOf())).toMatchObject(refused)
  })
})

describe('a photo that makes the decoder hang', () => {
  const program = join(import.meta.dirname, '../testing/hanging-decoding-process.ts')
  const endReasons: string[] = []
  const recovery = useRecovery({
    decoder: createPhotoDecoder({
      program,
      processes: 1,
      timeout_ms: 5000,
      onEnd: ({ reason }) => endReasons.push(reason),
    }),
  })

  test('a hanging decoder is killed after its time limit, and others can sign in while it hangs', async () => {
    const browser = await openRecoveryOptions(recovery, maria.document_id)
    const hanging = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const submitted = submit(recovery, browser, await submissionOf({ personal_id_front: hanging }))
    expect(await signInAnother(recovery)).toMatchObject({ status: 200 })
    expect(endReasons, 'the sign-in waited for the photo').toEqual([])
    expect(await submitted).toMatchObject({ status: 422, errors: [{ path: 'personal_id_front' }] })
    expect(endReasons).toEqual(['timeout'])
    expect(await submit(recovery, browser, await submissionOf())).toMatchObject({ status: 200 })
  })
})
