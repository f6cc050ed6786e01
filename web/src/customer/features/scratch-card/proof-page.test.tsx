import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  deckFile,
  drawsFile,
  readDeckPublicationCall,
} from '@clube/contract/scratch-card/publication-calls.ts'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../../../platform/session/session-store.ts'
import { refusal } from '../../../testing/fake-server.ts'
import { scratchCampaign, scratchCode } from '../../../testing/scratch-card-samples.ts'
import {
  endedPublication,
  publishedDraws,
  runningPublication,
} from '../../../testing/scratch-proof-samples.ts'
import { expectText, linkTo, press, server, settle } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { verifyDraws, type ProofTask } from './verify-draws.ts'

/** Verifies on the main thread, because jsdom has no workers. */
class MainThreadWorker {
  onmessage: ((message: { data: unknown }) => void) | null = null
  postMessage = (task: ProofTask) => {
    this.onmessage?.({ data: verifyDraws(task) })
  }
  terminate = () => {}
}

const files = vi.fn<(path: string) => Promise<Response>>()
const { campaign_id, slug } = scratchCampaign
const open = async () => {
  await openPage(`/raspadinha/${slug}/prova`)
  for (let round = 0; round < 5; round += 1) await settle()
}

setUpShopperScreens()
beforeEach(() => {
  vi.stubGlobal('Worker', MainThreadWorker)
  vi.stubGlobal('fetch', files.mockReset())
  files.mockImplementation(() => Promise.resolve(new Response(publishedDraws)))
  setSession({ kind: 'signedOut' })
  server.respond(readCampaignCall, { ...scratchCampaign, state: 'ended' })
  server.respond(readDeckPublicationCall, endedPublication)
})

test('before the deck is sealed, the public proof page says that there is nothing to verify', async () => {
  server.respond(readDeckPublicationCall, refusal('campaigns.unknown'))
  await open()
  expectText(/ainda não foi lacrado/)
})

test('while the promotion runs, commitment, prizes and daily heads are shown, and can be downloaded', async () => {
  server.respond(readDeckPublicationCall, runningPublication)
  await open()
  expectText((runningPublication.commitment.match(/.{8}/g) ?? []).join(' '))
  expectText(/A promoção ainda está em andamento\./)
  expect(screen.getByRole('region', { name: 'Resumos de cada dia' }).textContent).toContain('7 raspadinhas')
  expect(screen.queryByText('Semente')).toBeNull()
  expect(linkTo('Baralho até agora (deck.json)')).toBe(filePath(deckFile, { campaign_id }))
  expect(files).not.toHaveBeenCalled()
})

test('after the end, the browser rebuilds deck and draws, and the page links to the stand-alone verifier and its files', async () => {
  await open()
  expectText('Tudo confere.')
  expectText(/Este navegador refez as 200 raspadinhas e conferiu os 13 sorteios\./)
  expect(files).toHaveBeenCalledExactlyOnceWith(filePath(drawsFile, { campaign_id }), expect.anything())
  expect(linkTo('Baralho (deck.json)')).toBe(filePath(deckFile, { campaign_id }))
  expect(linkTo('Programa (verify-scratch-deck.mjs)')).toMatch(/\.mjs/)
  expectText('node verify-scratch-deck.mjs deck.json draws.txt')
})

test.each([
  ['another seed', { seed: 'a'.repeat(64) }, publishedDraws, /O baralho NÃO é o que foi lacrado/],
  ['a missing draw', {}, publishedDraws.replace(/^1 .*\n/, ''), /fora de ordem, puladas ou repetidas/],
  ['an unreadable file', {}, 'abc\n', /O baralho NÃO é o que foi lacrado/],
])('the proof page reports a mismatch: %s', async (_change, change, draws, sentence) => {
  server.respond(readDeckPublicationCall, { ...endedPublication, ...change })
  files.mockImplementation(() => Promise.resolve(new Response(draws)))
  await open()
  expectText('Não confere.')
  expectText(sentence)
  expect(screen.queryByText('Tudo confere.')).toBeNull()
})

test('the proof page finds the draw of a code without sending the code', async () => {
  await open()
  const search = async (code: string) => {
    fireEvent.input(screen.getByRole('textbox', { name: 'Código da raspadinha' }), {
      target: { value: code },
    })
    await press('Procurar')
  }
  await search(scratchCode)
  expectText(/^Raspadinha número 13, em /)
  expect(screen.getByText(/O resumo que apareceu com ela/).textContent).toContain(
    (endedPublication.heads.at(-1)?.head.match(/.{8}/g) ?? []).join(' '),
  )
  await search(withCheckCharacter('ZZZZZZZZZZZZZZZ'))
  expectText('Nenhum sorteio publicado tem este código.')
  expect(files).toHaveBeenCalledOnce()
})

test('the head of a card that a person kept is compared with the published draws', async () => {
  const kept = (endedPublication.heads.at(-1)?.head.match(/.{8}/g) ?? []).join(' ')
  const compare = async (position: string, head: string) => {
    const type = (name: string, value: string) =>
      fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } })
    type('Número da raspadinha', position)
    type('Resumo guardado', head)
    await press('Comparar')
  }
  await open()
  await compare('13', kept.slice(1))
  expectText('O resumo tem 64 caracteres: números e letras de a a f')
  await compare('13', ` ${kept.toUpperCase()} `)
  expectText(/^É o mesmo resumo: até a raspadinha número 13 nada mudou/)
  await compare('12', kept)
  expectText(/^O resumo da raspadinha número 12 é outro\./)
  await compare('14', kept)
  expectText(/^O resumo da raspadinha número 14 é outro\./)
})

test('draws and heads that were replaced together are detected by comparison with a head that a person kept', async () => {
  const kept = endedPublication.heads.at(-1)?.head ?? ''
  const forged = publishedDraws.replace(/[\da-f]{64}/, 'f'.repeat(64))
  const { chain } = verifyDraws({ publication: endedPublication, draws: forged })
  server.respond(readDeckPublicationCall, {
    ...endedPublication,
    heads: endedPublication.heads.map((each) => ({ ...each, head: chain[each.draws] ?? '' })),
  })
  files.mockImplementation(() => Promise.resolve(new Response(forged)))
  await open()
  expectText('Tudo confere.')
  for (const [name, value] of [
    ['Número da raspadinha', '13'],
    ['Resumo guardado', kept],
  ] as const)
    fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } })
  await press('Comparar')
  expectText(/^O resumo da raspadinha número 13 é outro\./)
})

test('on the proof page, loading the draws can be retried after a failure', async () => {
  files.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await open()
  await press('Tentar novamente')
  for (let round = 0; round < 5; round += 1) await settle()
  expectText('Tudo confere.')
})
