import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Texts that the specification fixes. */
const exceptions: readonly string[] = ['Email inválido', 'Bem vindo de volta!', 'Login']

/** The rows of the glossary's last table: what to write, and a pattern for each term to avoid. */
const rows = read('docs/glossary.md')
  .split('## Terms on screen')[1]!
  .split('\n')
  .flatMap((line) => {
    const [, use = '', avoid = ''] = /^\| (.+) \| (.+) \|$/.exec(line) ?? []
    return avoid === 'Not' ? [] : avoid.split(', ').map((term) => ({ use, avoid: patternOf(term) }))
  })
  .filter(({ use }) => use !== '')

/** A whole word, not part of an address or a longer compound. A term with an upper-case letter is case-sensitive. */
function patternOf(term: string): RegExp {
  const escaped = term.replaceAll(/[()]/g, String.raw`\$&`)
  const flags = /\p{Lu}/u.test(term) ? 'u' : 'iu'
  return term.startsWith('(')
    ? new RegExp(String.raw`\p{L}${escaped}`, flags)
    : new RegExp(String.raw`(?<![\p{L}\d_-])${escaped}(?![\p{L}\d_-]|\.\p{L})`, flags)
}

/** The ticket of a car park is a “ticket” in Portuguese, too. */
const aboutParking = /\/(?:parking(?:-voucher)?|kernel\/ticket-number)/

const findTerms = (text: string): string[] =>
  exceptions.includes(text)
    ? []
    : rows.filter(({ avoid }) => avoid.test(text)).map(({ use }) => `"${text}", write: ${use}`)

const isPortuguese =
  /[ãõçáéíóúâêôà]|\b(?:de|da|do|das|dos|que|para|com|sua|seu|uma|um|os|em|na|por|se|ou)\b/iu
const isEnglish = /\b(?:the|of|and|is|are|has|must|from)\b/iu
/** A label of one or two words. */
const isLabel = /^\p{Lu}\p{L}+(?: \p{L}+)?$/u

/** Strings and JSX text that people read; `labels` includes single capitalized words, which elsewhere may be names. */
function screenTexts(source: string, { labels }: { labels: boolean }): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
  const literals = code.matchAll(/(sql(?:<[^`]*>)?)?(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g)
  const strings = [...literals].flatMap(([, sql, quoted, template]) =>
    sql === undefined ? [quoted ?? template ?? ''] : [],
  )
  const jsx = [...code.matchAll(/[>}]([^<>{}=;]*\p{L}[^<>{}=;]*)[<{]/gu)].map(([, text = '']) => text)
  return [...strings, ...(labels ? jsx : [])]
    .map((text) =>
      text
        .replaceAll(/\$\{[^}]*\}/g, '…')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => (isPortuguese.test(text) && !isEnglish.test(text)) || (labels && isLabel.test(text)))
}

test('texts on screens and in messages use the terms of the glossary', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    // The page of the counterparts is for developers and names HTTP failures.
    (file) => !/\.(?:test|testing)\.tsx?$|\/(?:testing|gallery)\/|\/outside-page\.ts$/.test(file),
  )
  const found = files.flatMap((file) =>
    screenTexts(read(file), { labels: file.startsWith('web') }).flatMap((text) =>
      findTerms(aboutParking.test(file) ? text.replaceAll(/tickets?/gi, '…') : text).map(
        (finding) => `${file}: ${finding}`,
      ),
    ),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test.each([
  ["message: 'Informe o email da conta.'", 'e-mail'],
  ['`Você tem ${count} ponto(s).`', 'the singular or the plural: `{k|ingresso|ingressos}`'],
  ['<p>Seu ticket chegou</p>', 'ingresso, atendimento'],
  ["title: 'Campanhas'", 'promoção'],
  ["label: 'Endereço (slug)'", 'nothing technical'],
  ["message: 'Leia o QR code do ingresso.'", 'QR Code'],
])('a term to avoid is found in %s', (source, use) => {
  const found = screenTexts(source, { labels: true }).flatMap(findTerms)
  expect(found).toEqual([expect.stringContaining(`write: ${use}`)])
})

test.each([
  '<Button>Login</Button>',
  '// Informe o email da conta.',
  "message: 'Escreva para ajuda@email.com.'",
])('a text that the specification fixes, a comment or an e-mail address is not reported: %s', (source) => {
  expect(screenTexts(source, { labels: true }).flatMap(findTerms)).toEqual([])
})
