import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  acceptDocumentsCall,
  listAcceptancesCall,
  documentsToAcceptCall,
  revokeAcceptanceCall,
} from '@clube/contract/consent/acceptance-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  previewDocumentCall,
  publishDocumentCall,
  staffListDocumentsCall,
} from '@clube/contract/consent/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { searchAudit } from '../audit/index.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'

const club = useCampaignsClub({})
const marketing = () => club.staff('ana', 'marketing')
const publish = async (body: Partial<BodyOf<typeof publishDocumentCall>>) => {
  club.clock.advance(1000)
  return marketing().send(publishDocumentCall, {
    body: { kind: 'loyaltyclub_terms', version: '1.0', document: '<p>Termos.</p>', ...body },
  })
}
const documentsToAccept = async (browser: ReturnType<typeof club.visitor>) => {
  const response = await browser.send(documentsToAcceptCall)
  return response.ok ? response.data.map(({ kind, version }) => `${kind} ${version}`) : response.code
}
const terms = { kind: 'loyaltyclub_terms', version: '1.0' } as const
const regulation = { kind: 'loyaltyclub_regulation', version: '1.0' } as const

beforeAll(async () => {
  await publish(terms)
  await publish({ ...regulation, document: '<p>Regulamento.</p>' })
  await publish({ kind: 'promotion_terms', scope: 'natal-no-ipe', document: '<p>Do Natal.</p>' })
})

describe('accepting documents', () => {
  test('required documents are accepted with evidence, idempotently', async () => {
    const { browser } = await club.join()
    expect(await documentsToAccept(browser)).toEqual(['loyaltyclub_regulation 1.0', 'loyaltyclub_terms 1.0'])
    const body = { documents: [terms, regulation], service_channel: 'totem' }
    expect(await browser.send(acceptDocumentsCall, { body })).toMatchObject({ status: 200, data: [] })
    await browser.send(acceptDocumentsCall, { body })
    const acceptances = await browser.send(listAcceptancesCall)
    if (!acceptances.ok) throw new Error(acceptances.message)
    expect(acceptances.data).toHaveLength(2)
    expect(acceptances.data.find(({ kind }) => kind === 'loyaltyclub_terms')).toMatchObject({
      version: '1.0',
      service_channel: 'totem',
      document_hash: createHash('sha256').update('<p>Termos.</p>').digest('hex'),
      accepted_at: club.clock.now().toISOString(),
      revoked_at: null,
    })
  })

  test('an acceptance can be revoked only by its owner, and is then required again', async () => {
    const { browser } = await club.join()
    await browser.send(acceptDocumentsCall, { body: { documents: [terms, regulation] } })
    const acceptances = await browser.send(listAcceptancesCall)
    const acceptance_id = (acceptances.ok && acceptances.data[0]?.acceptance_id) || ''
    const kind = (acceptances.ok && acceptances.data[0]?.kind) || ''
    const { browser: other } = await club.join()
    expect(await other.send(revokeAcceptanceCall, { body: { acceptance_id } })).toMatchObject({
      status: 404,
      code: 'consent.unknown-acceptance',
    })
    const revoked = await browser.send(revokeAcceptanceCall, { body: { acceptance_id } })
    expect(revoked).toMatchObject({ status: 200, message: 'Aceite revogado.' })
    club.clock.advance(5000)
    const again = await browser.send(revokeAcceptanceCall, { body: { acceptance_id } })
    expect(again.ok && again.data).toEqual(revoked.ok && revoked.data)
    expect(await documentsToAccept(browser)).toEqual([`${kind} 1.0`])
  })

  test('an acceptance that includes an outdated version is rejected as a whole', async () => {
    const { browser } = await club.join()
    const documents = [terms, { ...regulation, version: '0.9' }]
    expect(await browser.send(acceptDocumentsCall, { body: { documents } })).toMatchObject({
      status: 409,
      code: 'consent.outdated',
    })
    expect(await browser.send(listAcceptancesCall)).toMatchObject({ data: [] })
  })

  test('accepting documents requires a session', async () => {
    expect((await club.visitor().send(documentsToAcceptCall)).status).toBe(401)
  })
})

describe('publishing documents', () => {
  test('publishing a new version requires a new acceptance from everyone who accepted the previous one, even for promotions', async () => {
    const { browser } = await club.join()
    const christmasTerms = { kind: 'promotion_terms', scope: 'natal-no-ipe', version: '1.0' } as const
    await browser.send(acceptDocumentsCall, { body: { documents: [terms, regulation, christmasTerms] } })
    const { browser: other } = await club.join()
    await other.send(acceptDocumentsCall, { body: { documents: [terms, regulation] } })
    await publish({ kind: 'promotion_terms', scope: 'natal-no-ipe', version: '2.0' })
    expect(await browser.send(documentsToAcceptCall)).toMatchObject({
      data: [{ kind: 'promotion_terms', scope: 'natal-no-ipe', version: '2.0', accepted_version: '1.0' }],
    })
    expect(await documentsToAccept(other)).toEqual([])
    expect(await browser.send(acceptDocumentsCall, { body: { documents: [christmasTerms] } })).toMatchObject({
      status: 409,
    })
  })

  test('a previous version of a document remains readable as outdated, separately per scope', async () => {
    await publish({ kind: 'sac', version: '1.0', document: '<p>Um.</p>' })
    await publish({ kind: 'sac', version: '2.0', document: '<p>Dois.</p>' })
    await publish({ kind: 'sac', scope: 'natal', version: '2.0', document: '<p>Natal.</p>' })
    const read = (query: Record<string, string>) =>
      club.visitor().send(readConsentDocumentCall, { params: { kind: 'sac' }, query })
    expect(await read({})).toMatchObject({
      data: { version: '2.0', state: 'active', document: '<p>Dois.</p>' },
    })
    expect(await read({ version: '1.0' })).toMatchObject({
      data: { state: 'inactive', document: '<p>Um.</p>' },
    })
    expect(await read({ scope: 'natal' })).toMatchObject({ data: { document: '<p>Natal.</p>' } })
    expect((await read({ scope: 'outra' })).status).toBe(404)
  })

  test('publishing a document sanitizes its text, rejects empty text and existing versions, and is audited', async () => {
    const document = '<p onclick="x()">Oi<script>x()</script></p>'
    const published = await publish({ kind: 'emprestimo', version: '1.0', document })
    expect(published).toMatchObject({ status: 200, data: { state: 'active', published_by: 'ana' } })
    expect(
      await club.visitor().send(readConsentDocumentCall, { params: { kind: 'emprestimo' } }),
    ).toMatchObject({ data: { document: '<p>Oi</p>' } })
    expect(await publish({ kind: 'emprestimo', version: '1.0' })).toMatchObject({
      status: 409,
      code: 'consent.version-taken',
      errors: [{ path: 'version' }],
    })
    expect(
      await publish({ kind: 'emprestimo', version: '2.0', document: '<script>x</script>' }),
    ).toMatchObject({ status: 422, errors: [{ path: 'document' }] })
    const { lines } = await searchAudit(club.database.db, {
      subject_id: 'emprestimo//1.0',
      cursor: null,
      limit: 5,
    })
    expect(lines).toMatchObject([
      { sentence: 'Publicou a versão 1.0 do documento "Termo de empréstimo de equipamentos".' },
    ])
    const listed = await marketing().send(staffListDocumentsCall)
    expect(listed.ok && listed.data.filter(({ kind }) => kind === 'emprestimo')).toHaveLength(1)
  })

  test('the preview of a document shows the sanitized text, its hash and the removed elements, and stores nothing', async () => {
    const document =
      '<h1 style="color:red">Regras</h1><p onclick="x()">Oi<script>x()</script></p><a href="javascript:x()">a</a>'
    const preview = await marketing().send(previewDocumentCall, { body: { document } })
    const sanitized = 'Regras<p>Oi</p><a>a</a>'
    expect(preview).toMatchObject({
      status: 200,
      data: { document: sanitized, document_hash: createHash('sha256').update(sanitized).digest('hex') },
    })
    expect(preview.ok && preview.data.removed.toSorted()).toEqual(['h1', 'href', 'onclick', 'script'])
    const published = await publish({ kind: 'emprestimo', version: '3.0', document })
    expect(published.ok && published.data.document_hash).toBe(preview.ok && preview.data.document_hash)
    expect(
      await marketing().send(previewDocumentCall, { body: { document: '<img src=x onerror=x()>' } }),
    ).toMatchObject({ status: 422, errors: [{ path: 'document' }] })
    const listed = await marketing().send(staffListDocumentsCall)
    expect(
      listed.ok && listed.data.filter(({ kind, version }) => kind === 'emprestimo' && version === '3.0'),
    ).toHaveLength(1)
    const browser = club.staff('rui', 'service_agent')
    expect((await browser.send(previewDocumentCall, { body: { document } })).status).toBe(403)
  })

  test('twelve concurrent publications of a document all succeed, and exactly one version is in force', async () => {
    const browser = marketing()
    const versions = Array.from({ length: 12 }, (_, i) => `2026.${i}`)
    const responses = await Promise.all(
      versions.map((version) =>
        browser.send(publishDocumentCall, {
          body: {
            kind: 'promotion_terms',
            scope: 'doze-de-uma-vez',
            version,
            document: '<p>Atendimento.</p>',
          },
        }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(versions.map(() => 200))
    const { data } = (await browser.send(staffListDocumentsCall)) as {
      data: { scope: string; state: string }[]
    }
    const inScope = data.filter(({ scope }) => scope === 'doze-de-uma-vez')
    expect(inScope).toHaveLength(12)
    expect(inScope.filter(({ state }) => state === 'active')).toHaveLength(1)
  })

  test('publishing a document requires the permission', async () => {
    const body = { kind: 'sac', version: '9.0', document: '<p>x</p>' } as const
    expect((await club.visitor().send(publishDocumentCall, { body })).status).toBe(401)
    expect((await club.staff('rui', 'service_agent').send(publishDocumentCall, { body })).status).toBe(403)
  })
})
