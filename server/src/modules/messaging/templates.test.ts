import { describe, expect, test } from 'vitest'
import { exampleContents } from './message-examples.ts'
import { renderEmail } from './email-layout.ts'
import type { MessageContent } from './message-content.ts'
import { expectOneSegment, expectSameInHtmlAndText, sender } from './message-rules.testing.ts'
import { textsOf } from './message-texts.ts'
import { renderSms, plainAscii } from './sms-text.ts'

const contents = exampleContents
const all = Object.values(contents) as MessageContent[]

describe('text messages', () => {
  test('text messages contain the code, bound to our host on the last line', () => {
    expect(renderSms(textsOf(contents['reset-code'], sender.time_zone), sender)).toBe(
      'Clube: 123456 e seu codigo de verificacao. Nao compartilhe. Vale 10 minutos.\n\n@clube.exemplo.com.br #123456',
    )
    expect(renderSms(textsOf(contents['recovery-approved-code'], sender.time_zone), sender)).toBe(
      'Clube: 654321 e seu codigo para criar uma nova senha. Nao compartilhe. Vale 2 dias.\n\n@clube.exemplo.com.br #654321',
    )
  })

  test.each(all)('text messages of kind $template fit one ASCII segment, even with long names', (content) =>
    expectOneSegment(textsOf(content, sender.time_zone)),
  )

  test('rendering a text message that does not fit one segment throws an error', () => {
    const base_url = `https://${'muito-'.repeat(12)}longo.exemplo.com.br`
    expect(() =>
      renderSms(textsOf(contents['reset-code'], sender.time_zone), { ...sender, base_url }),
    ).toThrow(RangeError)
  })

  test('text messages have no accents, typographic dashes or GSM extension characters', () => {
    expect(plainAscii('Promoção “Açaí” – só hoje: 10% €{x}')).toBe('Promocao Acai - so hoje: 10% x')
  })

  test('text messages without a code have no WebOTP line', () => {
    expect(renderSms(textsOf(contents['password-changed'], sender.time_zone), sender)).toBe(
      'Clube: Sua senha foi alterada em 21/11 9h05. Se nao foi voce, procure o atendimento.',
    )
  })
})

describe('e-mails', () => {
  test('e-mails contain the code, its validity and what to do if it was not requested', () => {
    const { subject, html, text } = renderEmail(textsOf(contents['reset-code'], sender.time_zone), sender)
    expect(subject).toBe('Seu código de verificação – Clube')
    expect(text).toBe(
      [
        'Use este código para criar uma nova senha:',
        '    123456',
        'O código vale 10 minutos.',
        'Não compartilhe este código com ninguém. Nossa equipe nunca pede o código.',
        'Se não foi você quem pediu, ignore esta mensagem: sua senha continua a mesma.',
        'Clube\nhttps://clube.exemplo.com.br\nBalcão de atendimento: piso térreo. Telefone: (11) 4002-8922',
      ].join('\n\n'),
    )
    expect(html).toContain('<html lang="pt-BR">')
    expect(html).toContain('>123456</p>')
  })

  test('e-mails show instants in club time', () => {
    const { text } = renderEmail(textsOf(contents['password-changed'], sender.time_zone), sender)
    expect(text).toContain('A senha da sua conta foi alterada em 21 de novembro de 2026 às 9h05.')
  })

  test.each(all)(
    'e-mails of kind $template have the same content in HTML and text, in full sentences',
    (content) => expectSameInHtmlAndText(textsOf(content, sender.time_zone)),
  )

  test('e-mails escape text from staff and from the configuration', () => {
    const content = { ...contents['recovery-rejected'], reason: `<script>alert("1")</script> & 'fim'.` }
    const { html } = renderEmail(textsOf(content, sender.time_zone), { ...sender, club_name: 'A<b>' })
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;fim&#39;.')
    expect(html).not.toContain('<script')
    expect(html).toContain('A&lt;b&gt;')
  })

  test('staff invitations have a button and a readable URL; their text message does not contain it', () => {
    const invitation = contents['staff-invitation']
    const { subject, html, text } = renderEmail(textsOf(invitation, sender.time_zone), sender)
    expect(subject).toBe('Seu convite para a equipe – Clube')
    expect(text).toContain(
      'Olá, Nova Pessoa. Você recebeu um convite para trabalhar na equipe do clube. Defina a sua senha para entrar:\n\n' +
        'https://clube.exemplo.com.br/equipe/convite#um-token\n\n' +
        'O convite vale uma única vez, até 21 de novembro de 2026 às 9h05.',
    )
    expect(html).toContain('<a href="https://clube.exemplo.com.br/equipe/convite#um-token"')
    expect(html).toContain('>Definir minha senha</a>')
    expect(html.match(/https:\/\/clube\.exemplo\.com\.br\/equipe\/convite#um-token/g)).toHaveLength(2)
    expect(renderSms(textsOf(invitation, sender.time_zone), sender)).not.toContain('um-token')
    const again = renderEmail(textsOf({ ...invitation, renews_password: true }, sender.time_zone), sender)
    expect(again.subject).toBe('Crie uma nova senha da equipe – Clube')
    expect(again.text).toContain('Até lá a senha atual continua valendo.')
  })

  test('a link may be a path of the club’s site', () => {
    const link = { label: 'Ver a oferta', url: '/ingressos', in_sms: true as const }
    const texts = {
      subject: '',
      paragraphs: ['Há lugar.'],
      code: null,
      link,
      short: 'Aceite:',
      warning: null,
    }
    const { html, text } = renderEmail(texts, sender)
    expect(html).toContain('<a href="https://clube.exemplo.com.br/ingressos"')
    expect(text).toContain('Há lugar.\n\nhttps://clube.exemplo.com.br/ingressos\n\n')
    expect(renderSms(texts, sender)).toBe('Clube: Aceite: https://clube.exemplo.com.br/ingressos')
  })

  test('e-mails follow the reader’s dark mode, with inline colors for mail clients that remove styles', () => {
    const { html } = renderEmail(textsOf(contents['reset-code'], sender.time_zone), sender)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    const classes = [...html.matchAll(/<\w+ class="([\w ]+)"([^>]*)/g)]
    expect(classes.length).toBeGreaterThan(3)
    for (const [, , attributes] of classes) expect(attributes).toMatch(/style="[^"]*(color|background):/)
  })

  test('button labels are readable on a light color', () => {
    const button = (accent: string) =>
      renderEmail(textsOf(contents['staff-invitation'], sender.time_zone), { ...sender, accent }).html
    expect(button('#ffd400')).toContain('background:#ffd400;color:#1d181b')
    expect(button('#82305f')).toContain('background:#82305f;color:#ffffff')
  })
})

test('the message about an approved receipt shows its points, or says that it is worth less than one', () => {
  const paragraphsFor = (points: number) =>
    textsOf({ ...contents['receipt-approved'], points }, sender.time_zone).paragraphs[1]
  expect([paragraphsFor(1), paragraphsFor(0)]).toEqual([
    'Você ganhou 1 ponto.',
    'O valor desta nota não chega a 1 ponto.',
  ])
})
