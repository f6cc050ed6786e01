import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect } from 'vitest'
import { renderEmail } from './email-layout.ts'
import type { MessageTexts, Sender } from './message-content.ts'
import { renderSms } from './sms-text.ts'

export const sender: Sender = {
  club_name: 'Clube',
  accent: '#82305f',
  time_zone: defaultTimeZone,
  base_url: 'https://clube.exemplo.com.br',
  desk_text: 'Balcão de atendimento: piso térreo.',
  desk_phone: '(11) 4002-8922',
}

/** Text messages are billed per segment: each must fit into one, in plain ASCII, even with long names. */
export const expectOneSegment = (texts: MessageTexts): void => {
  const long = {
    ...sender,
    club_name: 'Clube de Vantagens do Shopping Praça Ipê–Açú',
    base_url: 'https://fidelidade.shopping-exemplo.com.br',
  }
  const text = renderSms(texts, long)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text).toMatch(/^Clube de Vantagens d: [\n -~]+$/)
  expect(text).not.toMatch(/[\^{}[\]~|\\`]/)
}

/** Both parts of an e-mail contain every sentence and link to no other site. */
export const expectSameInHtmlAndText = (texts: MessageTexts): void => {
  const { html, text } = renderEmail(texts, sender)
  for (const sentence of texts.paragraphs) {
    expect(text).toContain(sentence)
    expect(html).toContain(sentence.replaceAll('"', '&quot;'))
    expect(sentence).toMatch(/[.:]$/)
  }
  for (const { label, value } of texts.details ?? []) {
    expect(text).toContain(`${label}: ${value}`)
    expect(html).toMatch(new RegExp(`>${label}</td><td[^>]*>${value}</td>`))
  }
  expect(html).not.toMatch(/<script|<img|https?:\/\/(?!clube\.exemplo\.com\.br)/)
}
