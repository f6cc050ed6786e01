import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'

const club = useClub()
const { document_id, password } = club.personas.maria
const terms_id = 'shd_auth_terms'

/** A browser remembered with the password, and the credential that it stores. */
const rememberedBrowser = async () => {
  const browser = club.browser()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const response = await browser.send(signInWithPasswordCall, {
    body: { document_id, terms_id, password, remember_me: 'yes' },
  })
  return { browser, credential: credentialOf(response) }
}

const signInSilently = (browser: TestBrowser, credential: string) =>
  browser.send(signInWithPasswordCall, { body: { document_id, password: credential, remember_me: 'yes' } })

const credentialOf = (response: Awaited<ReturnType<typeof signInSilently>>): string => {
  if (!response.ok || !response.data.device_credential) throw new Error('No device credential was issued')
  return response.data.device_credential
}

const statusAt = async (browser: TestBrowser) => (await browser.send(sessionInfoCall)).status

test('the owner’s next use of a copied device credential ends the attacker’s session and notifies the owner', async () => {
  const owner = await rememberedBrowser()
  const otherDevice = await rememberedBrowser()
  const attacker = club.browser()
  const stolen = credentialOf(await signInSilently(attacker, owner.credential))
  expect(await statusAt(attacker)).toBe(200)

  expect(await signInSilently(club.browser(), owner.credential)).toMatchObject({
    status: 401,
    code: 'identity.wrong-device-credential',
  })
  expect(await statusAt(attacker)).toBe(401)
  expect((await signInSilently(attacker, stolen)).status).toBe(401)
  // Only the sessions of the same family end.
  expect(await statusAt(owner.browser)).toBe(401)
  expect(await statusAt(otherDevice.browser)).toBe(200)
  expect((await signInSilently(club.browser(), otherDevice.credential)).status).toBe(200)

  const { db } = club.database
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select outbox_message.channel, recipient from outbox_message join message on message.id = message_id
      where message.template = 'device-credential-reused' order by 1`.execute(db)
    expect(rows).toEqual([
      { channel: 'email', recipient: club.personas.maria.email },
      { channel: 'sms', recipient: club.personas.maria.cellphone },
    ])
  }, 60_000)
  const { rows } = await sql`
    select actor_kind, sentence from audit_line where action = 'identity.revoke-device'`.execute(db)
  expect(rows).toEqual([
    {
      actor_kind: 'system',
      sentence: 'Encerrou o acesso de um aparelho lembrado, cuja credencial foi usada duas vezes.',
    },
  ])
})

test('a session opened with a copied device credential ends when the owner signs out', async () => {
  const owner = await rememberedBrowser()
  const attacker = club.browser()
  await signInSilently(attacker, owner.credential)
  await owner.browser.send(signOutCall, { body: { device_credential: owner.credential } })
  expect(await statusAt(attacker)).toBe(401)
})
