import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useClub } from '../../testing/club.ts'
import { createOutboxMailer, createOutboxSmsSender } from './local-outbox.ts'

const club = useClub()

beforeEach(async () => {
  await sql`truncate outbox_message, outbox_attachment`.execute(club.database.db)
})

const email = {
  message_id: '018f2b7c-7e1a-4b3c-9d00-123456789012',
  to: 'maria@exemplo.com.br',
  subject: 'Olá <b>',
  html: '<p class="a">Código "123456"</p>',
  text: 'Código 123456 & fim',
  attachments: [{ filename: 'evento.ics', content_type: 'text/calendar', content: Buffer.from('BEGIN') }],
}
const sms = {
  message_id: '018f2b7c-7e1a-4b3c-9d00-123456789013',
  cellphone: '11987654321',
  text: 'Clube: 654321',
}

describe('the outbox', () => {
  test('the outbox lists every message once, newest first, as JSON', async () => {
    const mailer = createOutboxMailer(club.database.db)
    const sender = createOutboxSmsSender(club.database.db)
    expect(await mailer.send(email)).toEqual({ outcome: 'accepted', reference: null })
    expect(await mailer.send({ ...email, text: 'again' })).toEqual({ outcome: 'accepted', reference: null })
    expect(await sender.send(sms)).toEqual({ outcome: 'accepted', reference: null })
    const response = await fetch(`${club.url}/dev/outbox.json`)
    expect(await response.json()).toEqual([
      {
        message_id: sms.message_id,
        channel: 'sms',
        recipient: '11987654321',
        subject: '',
        html: '',
        text: 'Clube: 654321',
        created_at: expect.any(String),
        filenames: [],
      },
      {
        message_id: email.message_id,
        channel: 'email',
        recipient: 'maria@exemplo.com.br',
        subject: 'Olá <b>',
        html: '<p class="a">Código "123456"</p>',
        text: 'Código 123456 & fim',
        created_at: expect.any(String),
        filenames: ['evento.ics'],
      },
    ])
  })

  test('the outbox page links to the attachments of an e-mail', async () => {
    await createOutboxMailer(club.database.db).send(email)
    const path = `/dev/outbox/${email.message_id}/evento.ics`
    expect(await (await fetch(`${club.url}/dev/outbox`)).text()).toContain(`<a href="${path}">evento.ics</a>`)
    const file = await fetch(club.url + path)
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(await file.text()).toBe('BEGIN')
    expect(await fetch(`${club.url}${path}x`)).toMatchObject({ status: 404 })
  })

  test('the outbox page escapes the contents of messages', async () => {
    await createOutboxMailer(club.database.db).send({ ...email, html: '<script>alert(1)</script>' })
    const response = await fetch(`${club.url}/dev/outbox`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('<h2>Olá &lt;b&gt;</h2>')
    expect(page).toContain('E-mail para maria@exemplo.com.br')
    expect(page).toContain('Código 123456 &amp; fim')
    expect(page).toContain('srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  test('an empty outbox page says that there are no messages', async () => {
    expect(await (await fetch(`${club.url}/dev/outbox`)).text()).toContain('Nenhuma mensagem ainda.')
  })

  test.each([
    ['recusado@exemplo.com.br', 'refused'],
    ['fora-do-ar@exemplo.com.br', 'unavailable'],
    ['maria@exemplo.com.br', 'accepted'],
  ])('the outbox simulates a gateway’s outcome for the address %s', async (to, outcome) => {
    expect(await createOutboxMailer(club.database.db).send({ ...email, to })).toMatchObject({ outcome })
  })

  test.each([
    ['11999991234', 'refused'],
    ['11988881234', 'unavailable'],
    ['11987654321', 'accepted'],
  ])('the outbox simulates a gateway’s outcome for the number %s', async (cellphone, outcome) => {
    expect(await createOutboxSmsSender(club.database.db).send({ ...sms, cellphone })).toMatchObject({
      outcome,
    })
  })
})
