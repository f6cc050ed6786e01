import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { openRecoveryOptions } from '../testing/recovery-codes.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'
import { resetRecovery, useRecovery } from '../testing/recovery.ts'

const recovery = useRecovery()
const { document_id } = personas.maria
const terms_id = 'shd_auth_terms'
const megabyte = 1024 * 1024

const sockets: Socket[] = []
beforeEach(() => resetRecovery(recovery))
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePartHeader = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

type IncompleteUpload = {
  readonly write: (bytes: Uint8Array | string) => Promise<void>
  /** The status line and headers, once the server responds. */
  readonly response: Promise<string>
}

/** The first kilobyte of the first file. */
const firstBytes = filePartHeader('personal_id_front') + 'a'.repeat(1000)

/** Opens an upload of 15 MB with the text fields of a submission; the test sends or withholds the rest. */
const openUpload = async (input: {
  browser: TestBrowser
  ip: string
  proof: boolean
}): Promise<IncompleteUpload> => {
  const { browser, ip } = input
  const texts = Object.entries(await submissionOf()).filter(([, value]) => typeof value === 'string')
  if (input.proof) {
    browser.discardProof()
    const { altcha_challenge } = await browser.captchaFields()
    texts.push(['captcha_type', 'altcha'], ['recaptcha_token', 'disabled'])
    texts.push(['altcha_challenge', Buffer.from(JSON.stringify(altcha_challenge)).toString('base64')])
  }
  const socket = connect(Number(new URL(recovery.url).port), '127.0.0.1')
  sockets.push(socket)
  const { promise: response, resolve } = Promise.withResolvers<string>()
  socket.once('data', (chunk: Buffer) => resolve(chunk.toString()))
  socket.on('error', () => resolve('closed'))
  const write = (bytes: Uint8Array | string) => new Promise<void>((done) => socket.write(bytes, () => done()))
  await write(
    [
      `POST ${supportRecoveryCall.path} HTTP/1.1`,
      'Host: x',
      `X-Forwarded-For: ${ip}`,
      'X-Requested-With: XMLHttpRequest',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${15 * megabyte}`,
      `Cookie: ${[...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      '',
      '',
    ].join('\r\n'),
  )
  for (const [name, value] of texts) await write(part(name, String(value)))
  return { write, response }
}

test('an upload without a captcha proof is refused before its first file is complete', async () => {
  const browser = await openRecoveryOptions(recovery, document_id)
  const upload = await openUpload({ browser, ip: '10.0.0.1', proof: false })
  await upload.write(firstBytes)
  expect(await upload.response).toMatch(/^HTTP\/1\.1 422/)
})

test('twenty incomplete uploads from many networks do not stay in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const usedBytes = () => {
    collect()
    const { arrayBuffers, external } = process.memoryUsage()
    return Math.max(arrayBuffers, external)
  }
  const browser = await openRecoveryOptions(recovery, document_id)
  const photo = new Uint8Array(4.9 * megabyte).fill(97)
  const before = usedBytes()
  for (let network = 0; network < 20; network += 1) {
    await recovery.database.db.deleteFrom('attempt_counter').execute()
    const upload = await openUpload({ browser, ip: `10.0.${network}.1`, proof: true })
    for (const name of ['personal_id_front', 'personal_id_back', 'personal_id_selfie']) {
      await upload.write(filePartHeader(name))
      await upload.write(name === 'personal_id_selfie' ? photo.subarray(0, 1000) : photo)
      await upload.write('\r\n')
    }
  }
  expect(usedBytes() - before).toBeLessThan(100 * megabyte)
})

/** Sends the first kilobyte of an upload and waits until it is admitted or refused. */
const begin = async (
  browser: TestBrowser,
  ip: string,
): Promise<IncompleteUpload & { readonly isAdmitted: boolean }> => {
  const { db, limits } = recovery.deps
  await db.deleteFrom('attempt_counter').execute()
  const upload = await openUpload({ browser, ip, proof: true })
  await upload.write(firstBytes)
  const admitted = vi.waitFor(async () => {
    expect(await limits.spentOf('recovery-photos.ip', ip, recovery.now())).toBe(1)
  })
  const isAdmitted = await Promise.race([admitted.then(() => true), upload.response.then(() => false)])
  await db.deleteFrom('attempt_counter').execute()
  return { ...upload, isAdmitted }
}

/** Uploads of one kilobyte each, eight per network. */
const fillSlots = async (count: number): Promise<IncompleteUpload[]> => {
  const uploads: IncompleteUpload[] = []
  const browser = await openRecoveryOptions(recovery, document_id)
  for (let index = 0; index < count; index += 1)
    uploads.push(await begin(browser, `10.${Math.floor(index / 8)}.0.1`))
  return uploads
}

test('incomplete uploads from one network do not block another network, and each frees its slot when it ends', async () => {
  const browser = await openRecoveryOptions(recovery, document_id)
  for (let upload = 0; upload < 8; upload += 1) await begin(browser, '10.0.0.1')
  const refused = await begin(browser, '10.0.0.2')
  const response = await refused.response
  expect(response).toMatch(/^HTTP\/1\.1 503/)
  expect(response.toLowerCase()).toContain('retry-after: 10')
  // The test's own submissions come from 127.0.0.1.
  expect(await submit(recovery, browser, await submissionOf())).toMatchObject({ status: 200 })
  await recovery.database.db.deleteFrom('attempt_counter').execute()
  sockets[0]?.destroy()
  await expect.poll(async () => (await begin(browser, '10.0.0.3')).isAdmitted).toBe(true)
})

test('when all slots are taken, slow uploads are aborted in favor of new ones', async () => {
  const slow = await fillSlots(32)
  const browser = await openRecoveryOptions(recovery, document_id)
  recovery.advanceSeconds(30)
  expect(await submit(recovery, browser, await submissionOf())).toMatchObject({ status: 200 })
  expect(await Promise.race(slow.slice(0, 24).map(({ response }) => response))).toMatch(/^HTTP\/1\.1 503/)
})

test('uploads from unknown devices leave slots for a device that has signed in with the password', async () => {
  const customer = recovery.browser()
  await customer.send(checkAccountCall, { body: { document_id, terms_id } })
  const body = { document_id, terms_id, password: personas.maria.password }
  expect(await customer.send(signInWithPasswordCall, { body })).toMatchObject({ status: 200 })
  customer.discardProof()
  await customer.send(checkAccountCall, { body: { document_id, terms_id } })
  const forgot = { document_id, terms_id, recovery_method: 'email' } as const
  await customer.send(forgotPasswordCall, { body: forgot })
  await customer.send(recoveryOptionsCall)
  await fillSlots(24)
  const anyone = await openRecoveryOptions(recovery, document_id)
  expect(await submit(recovery, anyone, await submissionOf())).toMatchObject({ status: 503 })
  expect(await submit(recovery, customer, await submissionOf())).toMatchObject({ status: 200 })
})
