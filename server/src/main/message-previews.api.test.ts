import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useClub } from '../testing/club.ts'

const club = useClub()
const path = '/dev/screens/messages'
const source = join(import.meta.dirname, '..')

const readPreviews = async () => {
  const page = await (await fetch(club.url + path)).text()
  return [...page.matchAll(/<article id="([a-z-]+)">([^]*?)<\/article>/g)].map(
    ([, name = '', html = '']) => ({
      name,
      html,
    }),
  )
}

/** The names of messages in the source: quoted words with hyphens on lines about a `template`. */
const findTemplates = (): Set<string> => {
  const files = globSync('{main,modules}/**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|\.testing\.ts$/.test(file),
  )
  const lines = files.flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .filter((line) => /\btemplate\b/.test(line)),
  )
  return new Set(
    lines.flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name = '']) => name)),
  )
}

test('the previews list every message that the source sends, by group', async () => {
  const names = (await readPreviews()).map(({ name }) => name)
  const templates = findTemplates()
  expect(templates.size).toBeGreaterThan(35)
  expect([...templates].filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const page = await (await fetch(club.url + path)).text()
  const headings = [...page.matchAll(/<main>[^]*<\/main>/g)].flatMap(([main]) =>
    [...main.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading]) => heading),
  )
  expect(headings).toEqual([
    'Senha e contatos',
    'Recuperação com fotos ou no balcão',
    'Conta',
    'Notas',
    'Pontos',
    'Participações',
    'Reservas e sessões',
    'Lista de espera',
    'Promoções',
    'Atendimento',
    'Equipe',
  ])
})

test('each preview shows its e-mail in light and dark colors, and its text message of at most 160 GSM-7 characters', async () => {
  for (const { name, html } of await readPreviews()) {
    const frames = [...html.matchAll(/src="([^"]+)"/g)].map(([, url = '']) => url)
    expect(frames).toEqual(['light', 'dark'].map((scheme) => `${path}/${name}?scheme=${scheme}`))
    const [light, dark] = await Promise.all(
      frames.map(async (frame) => {
        const response = await fetch(club.url + frame)
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        return response.text()
      }),
    )
    expect(light).toContain('@media not all')
    expect(dark).toContain('@media all')
    const sms = /<figcaption>SMS<\/figcaption><p>([^]*?)<\/p>/.exec(html)?.[1] ?? ''
    // The basic set of GSM-7, without its characters that the texts never use.
    expect(sms).toMatch(/^[A-Za-z0-9 .,:;!?/@#()+%"'&_\n-]{0,160}$/)
    if (sms === '') expect(html).toContain('Só por e-mail.')
  }
  expect(await fetch(`${club.url}${path}/unknown`)).toMatchObject({ status: 404 })
})
