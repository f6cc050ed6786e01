import { updateProfileCall } from '@clube/contract/identity/account-calls.ts'
import { contactCodeDeliveryCall, sendContactCodeCall } from '@clube/contract/identity/contact-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { expect, test, vi } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'

const club = useClub()
const cpfs = freshCpfs(20, 340_000_000)

const refused = { email: 'recusado@exemplo.com.br', cellphone: '(11) 99999-1234' }
const reachable = { email: 'alcancavel@exemplo.com.br', cellphone: '(11) 96666-1234' }
const unreachable = { email: 'fora-do-ar@exemplo.com.br', cellphone: '(11) 98888-1234' }

const join = async (contacts: typeof refused) => {
  const document_id = cpfs.pop() ?? ''
  return { document_id, browser: await registerCustomer(club.browser(), document_id, contacts) }
}

type Channel = 'email' | 'sms'

const sendCode = async (browser: TestBrowser, channel: Channel): Promise<string> => {
  const sent = await browser.send(sendContactCodeCall, { body: { channel } })
  return sent.ok ? (sent.data.message_id ?? '') : ''
}
const read = (browser: TestBrowser, message_id: string) =>
  browser.send(contactCodeDeliveryCall, { query: { message_id } })
const expectDelivery = (browser: TestBrowser, message_id: string, delivery: string) =>
  vi.waitFor(
    async () => expect(await read(browser, message_id)).toMatchObject({ status: 200, data: { delivery } }),
    10_000,
  )

test.each<[string, typeof refused, Channel, string]>([
  ['an e-mail address that refuses it', refused, 'email', 'failed'],
  ['a cellphone that refuses it', refused, 'sms', 'failed'],
  ['an e-mail address that cannot be reached', unreachable, 'email', 'delayed'],
  ['a cellphone that cannot be reached', unreachable, 'sms', 'delayed'],
  ['an e-mail address that accepts it', reachable, 'email', 'sent'],
])(
  'the session that requested a code can read its delivery status for %s',
  async (_, contacts, channel, delivery) => {
    const { browser } = await join(contacts)
    await expectDelivery(browser, await sendCode(browser, channel), delivery)
  },
)

test('a failed delivery of a code is reported only for its own contact', async () => {
  const { browser } = await join({ ...reachable, email: refused.email })
  const [email, sms] = [await sendCode(browser, 'email'), await sendCode(browser, 'sms')]
  await expectDelivery(browser, email, 'failed')
  await expectDelivery(browser, sms, 'sent')
})

test('after the contacts are corrected, codes are delivered to the new ones without a delay', async () => {
  const { browser } = await join(refused)
  await expectDelivery(browser, await sendCode(browser, 'email'), 'failed')
  await expectDelivery(browser, await sendCode(browser, 'sms'), 'failed')
  const corrected = { name: 'Ana Lúcia Pereira', ...reachable, current_password: 'Jabuticaba-9' }
  expect(await browser.send(updateProfileCall, { body: corrected })).toMatchObject({ status: 200 })
  await expectDelivery(browser, await sendCode(browser, 'email'), 'sent')
  await expectDelivery(browser, await sendCode(browser, 'sms'), 'sent')
})

test('the delivery of a code is shown neither to another account nor without a session', async () => {
  const [owner, other] = [await join(refused), await join(reachable)]
  const message_id = await sendCode(owner.browser, 'email')
  expect(await read(other.browser, message_id)).toMatchObject({ code: 'request.not-found' })
  expect(await read(club.browser(), message_id)).toMatchObject({ code: 'session.required' })
  expect(await read(owner.browser, 'nada')).toMatchObject({ status: 422 })
})

test('the response to a forgot-password request contains no message id, because a failed delivery would reveal the account', async () => {
  const { document_id } = await join(refused)
  const browser = club.browser()
  const body = { document_id, terms_id: 'shd_auth_terms' }
  await browser.send(checkAccountCall, { body })
  const sent = await browser.send(forgotPasswordCall, { body: { ...body, recovery_method: 'email' } })
  expect(sent.ok && Object.keys(sent.data)).toEqual(['expires_at', 'resend_at'])
})
