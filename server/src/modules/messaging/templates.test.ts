import { describe, expect, test } from 'vitest'
import { layOutEmail } from './email-layout.ts'
import type { MessageContent, MessageTemplate, Sender } from './message-content.ts'
import { wordsOf } from './message-words.ts'
import { layOutSms, plainAscii } from './sms-text.ts'

const at = new Date('2026-11-21T12:05:00Z')
const contents = {
  'reset-code': { template: 'reset-code', code: '123456', minutes: 10 },
  'password-changed': { template: 'password-changed', at },
  'contact-changed': { template: 'contact-changed', changed: 'both', at },
  'recovery-received': { template: 'recovery-received', protocol: '2026-000123', until: at },
  'recovery-asked-again': {
    template: 'recovery-asked-again',
    protocol: '2026-000123',
    reason: 'A foto da frente do documento está fora de foco.',
  },
  'recovery-rejected': {
    template: 'recovery-rejected',
    protocol: '2026-000123',
    reason: 'Os dados não coincidem com o cadastro.',
  },
  'recovery-approved-code': {
    template: 'recovery-approved-code',
    protocol: '2026-000123',
    code: '654321',
    minutes: 2880,
  },
  'recovery-held': { template: 'recovery-held', protocol: '2026-000123-4', until: at },
  'recovery-at-desk': { template: 'recovery-at-desk', at },
  'new-sign-in': { template: 'new-sign-in', at },
  'deletion-requested': { template: 'deletion-requested', until: at },
  'deletion-given-up': { template: 'deletion-given-up', at },
  'staff-invitation': {
    template: 'staff-invitation',
    name: 'Nova Pessoa',
    link: 'https://clube.exemplo.com.br/equipe/convite#um-token',
    until: at,
    renews_password: false,
  },
  'waiting-list-offer': {
    template: 'waiting-list-offer',
    session_title: 'Sábado, 19h',
    quantity: 3,
    until: at,
  },
} satisfies Record<MessageTemplate, MessageContent>
const all = Object.values(contents) as MessageContent[]

const sender: Sender = {
  club_name: 'Clube',
  accent: '#82305f',
  base_url: 'https://clube.exemplo.com.br',
  desk_text: 'Balcão de atendimento: piso térreo.',
  desk_phone: '(11) 4002-8922',
}

describe('text messages', () => {
  test('bring the code and bind it to our host on the last line', () => {
    expect(layOutSms(wordsOf(contents['reset-code']), sender)).toBe(
      'Clube: 123456 e seu codigo de verificacao. Nao compartilhe. Vale 10 minutos.\n\n@clube.exemplo.com.br #123456',
    )
    expect(layOutSms(wordsOf(contents['recovery-approved-code']), sender)).toBe(
      'Clube: 654321 e seu codigo para criar uma nova senha. Nao compartilhe. Vale 2 dias.\n\n@clube.exemplo.com.br #654321',
    )
  })

  test.each(all)('of kind $template fit one segment of plain ASCII, even with long names', (content) => {
    const long = {
      ...sender,
      club_name: 'Clube de Vantagens do Shopping Praça Ipê–Açú',
      base_url: 'https://fidelidade.shopping-exemplo.com.br',
    }
    const text = layOutSms(wordsOf(content), long)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toMatch(/^Clube de Vantagens d: [\n -~]+$/)
    expect(text).not.toMatch(/[\^{}[\]~|\\`]/)
  })

  test('refuse to become two', () => {
    const base_url = `https://${'muito-'.repeat(12)}longo.exemplo.com.br`
    expect(() => layOutSms(wordsOf(contents['reset-code']), { ...sender, base_url })).toThrow(RangeError)
  })

  test('lose accents, dashes of print and signs that phones count double', () => {
    expect(plainAscii('Promoção “Açaí” – só hoje: 10% €{x}')).toBe('Promocao Acai - so hoje: 10% x')
  })

  test('without a code have no last line', () => {
    expect(layOutSms(wordsOf(contents['password-changed']), sender)).toBe(
      'Clube: Sua senha foi alterada em 21/11 09:05. Se nao foi voce, procure o atendimento.',
    )
  })
})

describe('e-mails', () => {
  test('say the code, how long it lives and what to do when nobody asked', () => {
    const { subject, html, text } = layOutEmail(wordsOf(contents['reset-code']), sender)
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

  test('tell instants in Brasília’s time', () => {
    const { text } = layOutEmail(wordsOf(contents['password-changed']), sender)
    expect(text).toContain('A senha da sua conta foi alterada em 21 de novembro de 2026 às 09:05.')
  })

  test.each(all)('of kind $template say the same in HTML and in text, and end every sentence', (content) => {
    const words = wordsOf(content)
    const { html, text } = layOutEmail(words, sender)
    for (const sentence of words.paragraphs) {
      expect(text).toContain(sentence)
      expect(html).toContain(sentence.replaceAll('"', '&quot;'))
      expect(sentence).toMatch(/[.:]$/)
    }
    expect(html).not.toMatch(/<script|<img|https?:\/\/(?!clube\.exemplo\.com\.br)/)
  })

  test('show what staff or the configuration writes as text', () => {
    const content = { ...contents['recovery-rejected'], reason: `<script>alert("1")</script> & 'fim'.` }
    const { html } = layOutEmail(wordsOf(content), { ...sender, club_name: 'A<b>' })
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;fim&#39;.')
    expect(html).not.toContain('<script')
    expect(html).toContain('A&lt;b&gt;')
  })

  test('invite to the staff by a button whose address can be read, and never by text message', () => {
    const invitation = contents['staff-invitation']
    const { subject, html, text } = layOutEmail(wordsOf(invitation), sender)
    expect(subject).toBe('Seu convite para a equipe – Clube')
    expect(text).toContain(
      'Olá, Nova Pessoa. Você foi convidado(a) a trabalhar na equipe do clube. Defina a sua senha para entrar:\n\n' +
        'https://clube.exemplo.com.br/equipe/convite#um-token\n\n' +
        'O convite vale uma única vez, até 21 de novembro de 2026 às 09:05.',
    )
    expect(html).toContain('<a href="https://clube.exemplo.com.br/equipe/convite#um-token"')
    expect(html).toContain('>Definir minha senha</a>')
    expect(html.match(/https:\/\/clube\.exemplo\.com\.br\/equipe\/convite#um-token/g)).toHaveLength(2)
    expect(layOutSms(wordsOf(invitation), sender)).not.toContain('um-token')
    const again = layOutEmail(wordsOf({ ...invitation, renews_password: true }), sender)
    expect(again.subject).toBe('Crie uma nova senha da equipe – Clube')
    expect(again.text).toContain('Até lá a senha atual continua valendo.')
  })

  test('keep the words of a button readable on a light colour', () => {
    const button = (accent: string) =>
      layOutEmail(wordsOf(contents['staff-invitation']), { ...sender, accent }).html
    expect(button('#ffd400')).toContain('background:#ffd400;color:#1d181b')
    expect(button('#82305f')).toContain('background:#82305f;color:#ffffff')
  })
})
