import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { codeField, createScratchCampaign, prizeTitle, scratch } from './scratch-steps.ts'
import { enterDocument, heading, join as joinClub } from './shopper-steps.ts'

test.use({ expectedErrors: /ERR_FAILED/ })
// Involves a campaign with its deck and codes, a sign-in and a registration.
test.slow()

const pathOf = (link: string): string => new URL(link).pathname + new URL(link).search

test('a printed link leads through sign-in to a winning card, which survives a lost response and a closed page', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { slug, title, codes, links } = await createScratchCampaign(baseURL, { every: 'wins', count: 4 })
  const [first = '', second = ''] = codes

  await test.step('the link keeps its code while the person signs in', async () => {
    await page.goto(pathOf(links[0] ?? ''))
    await enterDocument(page, personas.maria.document_id)
    await page.getByLabel('Senha', { exact: true }).fill(personas.maria.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(heading(page, title)).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await expect(codeField(page)).toHaveValue(first)
    await scanA11y('the code of a scratch card')
  })

  await test.step('a typing error is shown without a request', async () => {
    await codeField(page).fill(`${first.slice(0, -1)}${first.endsWith('Z') ? 'Y' : 'Z'}`)
    await expect(page.getByText('Código inválido. Confira as letras e números impressos.')).toBeVisible()
    await scanA11y('a scratch code with a typing error')
    await codeField(page).fill(first)
  })

  await test.step('after a lost response, the retry returns the same card, which can still be scratched after a reload', async () => {
    await page.route(
      '**/autoatendimentoRasgadinha',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByText(/Não recebemos a resposta\./)).toBeVisible()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('button', { name: 'Revelar resultado' })).toBeVisible()
    await scanA11y('a card to scratch')
    await page.goto('/raspadinhas')
    await expect(page.getByRole('link', { name: /Raspadinha fechada/ })).toHaveCount(1)
    await expect(page.getByText(prizeTitle)).toHaveCount(0)
    await scanA11y('the customer’s scratch cards')
    await page.getByRole('link', { name: /Raspadinha fechada/ }).click()
  })

  await test.step('scratching most of the card reveals the rest, and the result has the focus', async () => {
    await scratch(page)
    const result = page.getByRole('heading', { name: `Você ganhou: ${prizeTitle}!` })
    await expect(result).toBeFocused()
    await expect(page.getByText(/Retire até .*Balcão do Piso 1/)).toBeVisible()
    await scanA11y('a card that won')
    await page.getByText('Como conferir este resultado').click()
    await expect(page.getByText(/foi a de número 1 do baralho/)).toBeVisible()
    await page.goto('/raspadinhas')
    await expect(page.getByRole('link', { name: new RegExp(prizeTitle) })).toHaveCount(1)
  })

  await test.step('another person cannot use the code again', async () => {
    const other = await openAnotherDevice()
    await joinClub(other, { origin: baseURL ?? '' })
    await other.goto(`${baseURL ?? ''}/raspadinha/${slug}`)
    await codeField(other).fill(first)
    await other.getByRole('button', { name: 'Continuar' }).click()
    await expect(other.getByText('Este código já foi utilizado.')).toBeVisible()
    await scanA11y('a code that was used', other)
  })

  await test.step('a card is drawn and revealed with the keyboard only', async () => {
    await page.goto(`/raspadinha/${slug}`)
    await codeField(page).focus()
    await page.keyboard.type(second.replaceAll('-', '').toLowerCase())
    await expect(codeField(page)).toHaveValue(second)
    await page.keyboard.press('Enter')
    const reveal = page.getByRole('button', { name: 'Revelar resultado' })
    await reveal.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /Você ganhou/ })).toBeFocused()
  })

  await test.step('while the promotion runs, its proof shows what was sealed', async () => {
    await page.goto(`/raspadinha/${slug}/prova`)
    await expect(page.getByText('A promoção ainda está em andamento.')).toBeVisible()
    await expect(page.getByText('Semente', { exact: true })).toHaveCount(0)
    await scanA11y('the proof of a running promotion')
  })
})

test('a card without a prize says that it has none', async ({ page, baseURL, scanA11y }) => {
  const { slug, codes } = await createScratchCampaign(baseURL, { every: 'loses', count: 2 })
  await joinClub(page)
  await page.goto(`/raspadinha/${slug}`)
  await codeField(page).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await scratch(page)
  await expect(page.getByRole('heading', { name: 'Esta raspadinha não tinha prêmio.' })).toBeFocused()
  await scanA11y('a card without a prize')
  await page.getByRole('button', { name: 'Raspar outra' }).click()
  await expect(codeField(page)).toHaveValue('')
})

test('anyone can verify a promotion that has ended, in the browser and with the downloaded stand-alone verifier', async ({
  page,
  scanA11y,
}) => {
  await page.goto('/raspadinha/raspadinha-da-primavera/prova')
  await expect(page.getByText('Tudo confere.')).toBeVisible()
  await scanA11y('the proof of a promotion that has ended')
  const folder = mkdtempSync(join(tmpdir(), 'raspadinha-'))
  try {
    for (const name of [
      'Baralho (deck.json)',
      'Sorteios (draws.txt)',
      'Programa (verify-scratch-deck.mjs)',
    ]) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      const file = await download
      copyFileSync(await file.path(), join(folder, file.suggestedFilename()))
    }
    expect(readdirSync(folder).sort()).toEqual(['deck.json', 'draws.txt', 'verify-scratch-deck.mjs'])
    const run = () =>
      execFileSync(process.execPath, ['verify-scratch-deck.mjs', 'deck.json', 'draws.txt'], {
        cwd: folder,
        env: {},
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run()).toContain('Tudo confere')
    writeFileSync(join(folder, 'draws.txt'), '')
    expect(run).toThrow(/O último resumo não é o do último sorteio\./)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
