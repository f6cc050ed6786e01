import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { readPdf } from '../../../testing/read-pdf.ts'
import { sender } from '../../messaging/message-rules.testing.ts'
import { ticketPdf } from './ticket-pdf.ts'

const namesOf = (names: readonly string[]) =>
  names.map((participant_name, index) => ({
    participant_name,
    code: `ABCDEFGHJKMNPQRSTUVWXYZ23${40 + index}`.slice(0, 27),
  }))

const reservation = {
  campaign_title: 'Natal no Ipê',
  session_title: 'Concerto de Natal: coração & canção',
  place: 'Praça central, piso térreo',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  cancel_until: new Date('2026-12-12T20:00:00Z'),
  confirmed_at: new Date('2026-12-10T15:00:00Z'),
  tickets: namesOf(['Ana Lúcia Pereira', 'João Gonçalves Simões']),
}
const pdfOf = (change: Partial<typeof reservation> = {}) =>
  ticketPdf({ ...reservation, ...change }, sender, defaultTimeZone)

test('a ticket PDF is tagged, in Brazilian Portuguese, and has every ticket in reading order', async () => {
  const { elements, ...pdf } = await readPdf(await pdfOf())
  expect(pdf).toEqual({
    language: 'pt-BR',
    title: 'Ingressos: Natal no Ipê, Concerto de Natal: coração & canção',
    isTagged: true,
    untagged: [],
    missingFonts: 0,
  })
  expect(elements.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    'P: Clube',
    'H1: Natal no Ipê',
    'P: Cada pessoa mostra o seu QR Code na entrada, no celular ou impresso. Cada um vale uma vez: não publique fotos deles.',
    'P: Se não puder ir, cancele em Meus ingressos até sáb., 12 de dez., 17h.',
    'P: Balcão de atendimento: piso térreo.',
    'H2: Ingresso 1 de 2',
    'P: Ana Lúcia Pereira',
    'P: Concerto de Natal: coração & canção',
    'P: sáb., 12 de dez., 19h',
    'P: Praça central, piso térreo',
    expect.stringMatching(/^P: Código [2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
    'Figure: QR Code do ingresso 1 de 2, de Ana Lúcia Pereira',
    'H2: Ingresso 2 de 2',
    'P: João Gonçalves Simões',
    'P: Concerto de Natal: coração & canção',
    'P: sáb., 12 de dez., 19h',
    'P: Praça central, piso térreo',
    expect.stringMatching(/^P: Código [2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
    'Figure: QR Code do ingresso 2 de 2, de João Gonçalves Simões',
  ])
})

test('a ticket PDF contains letters of other Latin alphabets, without their accents where the font lacks them, and question marks for other scripts', async () => {
  const letters = 'Łukasz Őri Žižek Œuvre Ñandú Ærø Ðór Þór Ĳssel Ÿves Gülşah Čapek Đorđe'
  const { elements } = await readPdf(
    await pdfOf({ tickets: namesOf([letters, 'Nguyễn Văn Ţo', 'Иван Petrov']) }),
  )
  const texts = elements.map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining([letters, 'Nguyen Văn To', '???? Petrov']))
})

test('a ticket PDF has room for ten tickets with names of 149 characters', async () => {
  const name = `Ana ${'Maria '.repeat(23)}Pereira`
  const { elements, untagged } = await readPdf(await pdfOf({ tickets: namesOf(Array(10).fill(name)) }))
  expect(elements.filter(({ text }) => text === name)).toHaveLength(10)
  expect(elements.filter(({ role }) => role === 'Figure')).toHaveLength(10)
  expect(untagged).toEqual([])
})

test('the same tickets produce the same PDF, so that a repeated delivery is identical', async () => {
  expect((await pdfOf()).equals(await pdfOf())).toBe(true)
})
