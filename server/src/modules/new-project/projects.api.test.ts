import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import {
  cancelProjectCall,
  listMyProjectsCall,
  readProjectOfferCall,
  registerProjectCall,
} from '@clube/contract/new-project/calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTransaction } from '../campaigns/index.ts'
import { dataOf, useProjectClub } from './project-club.testing.ts'

const club = useProjectClub()

const mineOf = async (browser: Awaited<ReturnType<typeof club.join>>['browser']) =>
  dataOf(await browser.send(listMyProjectsCall))

describe('registering a project', () => {
  test('a registered project is in review until a day, and is listed with its numbers as the brand writes them', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const response = await club.register(person, campaign, {
      purchase_number: ' cn 204.817 ',
      project_registration_number: 'rrt13204577',
    })
    // The clock is on December 10th; the answer is due within 7 days.
    expect(response).toMatchObject({
      status: 200,
      data: { state: 'submitted', answer_due_on: '2026-12-17', points: 500 },
    })
    expect(await mineOf(person.browser)).toMatchObject([
      {
        brand_name: 'Casa Nova',
        campaign_title: campaign.title,
        purchase_number: 'CN-204817',
        project_registration_number: 'RRT-13204577',
        protocol: expect.stringMatching(/^2026-\d{10}-\d$/) as string,
        state: 'submitted',
        files: 0,
      },
    ])
    expect(club.notices.at(-1)).toMatchObject({
      customer_id: person.customer_id,
      template: 'project-received',
      texts: { details: expect.arrayContaining([{ label: 'Resposta até', value: '17/12/2026' }]) as unknown },
    })
  })

  test('protocols of projects are random, so that a brand cannot count the participations of others', async () => {
    const readSequence = async () =>
      (await sql<{ last_value: number }>`select last_value from promotion_protocol`.execute(club.database.db))
        .rows
    const before = await readSequence()
    const campaign = await club.newCampaign()
    const numbers: number[] = []
    for (const person of [await club.join(), await club.join()]) {
      dataOf(await club.register(person, campaign))
      numbers.push(parseProtocol((await mineOf(person.browser))[0]?.protocol ?? '')?.number ?? 0)
    }
    const [first = 0, second = 0] = numbers
    expect(numbers.every((number) => number >= 1_000_000_000 && number <= 9_999_999_999)).toBe(true)
    expect(Math.abs(first - second)).toBeGreaterThan(1)
    expect(await readSequence()).toEqual(before)
  })

  test('a random protocol that is in use is replaced by another one, and the database refuses it', async () => {
    const { id: campaign_id } = await club.newCampaign()
    const draws = [7, 7, 7, 8]
    const start = async () => {
      const { customer_id } = await club.join()
      return startTransaction(
        { ...club.deps, random: { below: () => draws.shift() ?? 0 } },
        {
          customer_id,
          identified_session_id: null,
          campaign_id,
          kind: 'new_project',
          purchase_ids: [],
          service_channel: 'site',
        },
      )
    }
    const [first, second] = [await start(), await start()]
    expect([first.protocol_number, second.protocol_number]).toEqual([1_000_000_007, 1_000_000_008])
    expect(draws).toEqual([])
    await expect(
      sql`update promotion_transaction set protocol_number = 1000000007 where id = ${second.id}`.execute(
        club.database.db,
      ),
    ).rejects.toThrow('promotion_transaction_protocol_year_protocol_number_key')
  })

  test('a refusal carries its sentence as message and as msg, with a status other than 200', async () => {
    const campaign = await club.newCampaign()
    const response = await club.register(await club.join(), campaign, {
      ...club.numbers(),
      project_registration_number: 'X',
    })
    expect(response).toMatchObject({
      status: 422,
      message: 'Número de registro do projeto inválido.',
      msg: 'Número de registro do projeto inválido.',
      errors: [{ path: 'project_registration_number' }],
    })
  })

  test('a project with the numbers of another one is refused with the sentence about the number', async () => {
    const campaign = await club.newCampaign()
    const [first, second] = [club.numbers(), club.numbers()]
    dataOf(await club.register(await club.join(), campaign, first))
    const again = (typed: typeof first) =>
      club.join().then((person) => club.register(person, campaign, typed))
    expect(await again(first)).toMatchObject({ status: 409, message: 'Este projeto já foi cadastrado.' })
    expect(
      await again({ ...first, project_registration_number: second.project_registration_number }),
    ).toMatchObject({ status: 409, message: 'Este número da compra já está vinculado a outro projeto.' })
    // Other separators and lower case do not make it another number.
    expect(
      await again({
        ...second,
        project_registration_number: first.project_registration_number.toLowerCase().replace('-', ' '),
      }),
    ).toMatchObject({ code: 'new-project.already-registered' })
  })

  test('the same numbers can be registered for another brand', async () => {
    const typed = club.numbers()
    dataOf(await club.register(await club.join(), await club.newCampaign(), typed))
    expect(await club.register(await club.join(), await club.newCampaign(), typed)).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['cpf', ['cnpj'], 'Cadastro exclusivo para CNPJ.'],
    ['cnpj', ['cpf'], 'Cadastro exclusivo para CPF.'],
  ] as const)(
    'a person with a %s is told for which document a brand is',
    async (document_type, audience, message) => {
      const campaign = await club.newCampaign({}, { audience: [...audience] })
      const person = await club.join(document_type === 'cpf' ? {} : { document_type })
      const offer = { query: { campaign_id: campaign.id } }
      expect(dataOf(await person.browser.send(readProjectOfferCall, offer)).exclusion).toBe(message)
      expect(dataOf(await club.visitor().send(readProjectOfferCall, offer)).exclusion).toBeNull()
      expect(await club.register(person, campaign)).toMatchObject({ status: 409, message })
    },
  )

  test('the limit of a brand counts the live projects of all its campaigns', async () => {
    const brand = await club.brand({ limit_per_customer: 2 })
    const [first, second] = [await club.newCampaign({}, brand), await club.newCampaign({}, brand)]
    const person = await club.join()
    const exclusion = async () =>
      dataOf(await person.browser.send(readProjectOfferCall, { query: { campaign_id: first.id } })).exclusion
    const { project_id } = dataOf(await club.register(person, first))
    expect(await exclusion()).toBeNull()
    dataOf(await club.register(person, second))
    const message = 'Você já cadastrou 2 projetos desta marca, o limite por pessoa.'
    expect(await exclusion()).toBe(message)
    expect(await club.register(person, first)).toMatchObject({ status: 409, message })
    dataOf(await club.reject(club.analyst(brand), project_id))
    expect(await exclusion()).toBeNull()
    expect(await club.register(person, first)).toMatchObject({ status: 200 })
  })

  test('a brand with an imported list accepts only its purchases', async () => {
    const brand = await club.brand({ requires_imported_purchase: true }, ['CN-555001'])
    const campaign = await club.newCampaign({}, brand)
    const { project_registration_number } = club.numbers()
    const person = await club.join()
    expect(await club.register(person, campaign)).toMatchObject({
      status: 422,
      errors: [{ path: 'purchase_number' }],
    })
    const typed = { purchase_number: 'cn555001', project_registration_number }
    expect(await club.register(person, campaign, typed)).toMatchObject({ status: 200 })
  })

  test('a registration under the path of another brand, or of none, is not found', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    for (const slug of [(await club.brand()).slug, 'outra', '', '%2e%2e', 'a'.repeat(200), "x' or 1=1"]) {
      const transaction_id = await club.start(person, campaign.id)
      const response = await person.browser.send(registerProjectCall, {
        params: { brand: slug },
        body: { transaction_id, promotion_id: campaign.id, ...club.numbers() },
      })
      expect([404, 422]).toContain(response.status)
    }
    expect(await mineOf(person.browser)).toEqual([])
  })

  test.each([
    ['a number with a null character', { purchase_number: 'CN-204\u0000' }],
    ['a number of the wrong type', { purchase_number: 204_817 }],
    ['a very long number', { project_registration_number: 'R'.repeat(5000) }],
    ['a lone surrogate', { project_registration_number: 'RRT-\ud800' }],
    ['an object instead of a number', { purchase_number: { $ne: '' } }],
    ['no number', { purchase_number: undefined }],
    ['an expression that backtracks', { purchase_number: `${'A-'.repeat(29)}!` }],
  ])('a registration with %s is refused as invalid', async (_what, change) => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const transaction_id = await club.start(person, campaign.id)
    const body = { transaction_id, promotion_id: campaign.id, ...club.numbers(), ...change }
    const path = registerProjectCall.path.replace(':brand', campaign.brand.slug)
    expect(await person.browser.raw('POST', path, body)).toMatchObject({ status: 422 })
  })

  test('attempts to register are limited per person and day', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const transaction_id = await club.start(person, campaign.id)
    const typed = { ...club.numbers(), purchase_number: 'CN-1' }
    for (let sent = 0; sent < 40; sent += 1)
      expect(await club.complete(person, campaign, transaction_id, typed)).toMatchObject({ status: 422 })
    expect(await club.complete(person, campaign, transaction_id)).toMatchObject({ status: 429 })
  })

  test('what a person must know before registering is public after the approval of the campaign', async () => {
    const campaign = await club.newCampaign()
    const query = { campaign_id: campaign.id }
    expect(await club.visitor().send(readProjectOfferCall, { query })).toMatchObject({
      data: { brand_slug: campaign.brand.slug, purchase_example: 'CN-204817', answer_days: 7, points: 500 },
    })
    const other = await club.campaign()
    for (const campaign_id of [other.id, campaign.brand.id])
      expect(await club.visitor().send(readProjectOfferCall, { query: { campaign_id } })).toMatchObject({
        status: 404,
      })
  })
})

describe('deciding on a project', () => {
  test('an approved project gives its points once, and its customer is told', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const { project_id } = dataOf(await club.register(person, campaign))
    const analyst = club.analyst(campaign.brand)
    expect(await club.open(analyst, project_id)).toMatchObject({ data: { state: 'in_review' } })
    expect(await club.approve(analyst, project_id)).toMatchObject({
      data: { state: 'rewarded', decided_by: 'Nome de nat' },
    })
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(club.notices.at(-1)).toMatchObject({
      customer_id: person.customer_id,
      template: 'project-rewarded',
    })
    expect(await club.approve(analyst, project_id)).toMatchObject({
      status: 409,
      code: 'new-project.decided',
    })
    expect(await club.reject(analyst, project_id)).toMatchObject({ status: 409, code: 'new-project.decided' })
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(await mineOf(person.browser)).toMatchObject([{ state: 'rewarded', points: 500 }])
    expect((await club.linesOf('approve-project')).at(-1)).toMatchObject({
      actor_id: 'nat',
      subject_id: project_id,
    })
  })

  test('an approved project of a campaign without points stays approved', async () => {
    const campaign = await club.newCampaign({ points: null })
    const person = await club.join()
    const { project_id } = dataOf(await club.register(person, campaign))
    expect(await club.approve(club.analyst(campaign.brand), project_id)).toMatchObject({
      data: { state: 'approved' },
    })
    expect(await club.balanceOf(person.customer_id)).toBe(0)
    expect(club.notices.at(-1)).toMatchObject({ template: 'project-approved' })
  })

  test('the customer reads the reason of a rejection, and can register the same project again', async () => {
    const campaign = await club.newCampaign({}, {}, { limit_per_customer: 1 })
    const person = await club.join()
    const typed = club.numbers()
    const { project_id } = dataOf(await club.register(person, campaign, typed))
    const reason = 'O número da compra é de outro pedido.'
    dataOf(await club.reject(club.analyst(campaign.brand), project_id, reason))
    expect(await mineOf(person.browser)).toMatchObject([{ state: 'rejected', reason }])
    expect(club.notices.at(-1)).toMatchObject({
      template: 'project-rejected',
      texts: { details: expect.arrayContaining([{ label: 'Motivo', value: reason }]) as unknown },
    })
    const transactions = dataOf(await person.browser.send(listTransactionsCall))
    expect(transactions).toMatchObject([
      { status: 'cancelled', subject: { title: 'Projeto Casa Nova' }, note: expect.any(String) as string },
    ])
    // The owner's page names the participation, for customer service.
    expect((await mineOf(person.browser))[0]?.transaction_id).toBe(transactions[0]?.transaction_id)
    expect(await club.register(person, campaign, typed)).toMatchObject({ status: 200 })
  })

  test.each(['', '   ', 'x'.repeat(501), 'Fale com 529.982.247-25.'])(
    'a rejection with the reason %j is refused',
    async (reason) => {
      const campaign = await club.newCampaign()
      const { project_id } = dataOf(await club.register(await club.join(), campaign))
      expect(await club.reject(club.analyst(campaign.brand), project_id, reason)).toMatchObject({
        status: 422,
        errors: [{ path: 'reason' }],
      })
      expect(await club.stateOf(project_id)).toBe('submitted')
    },
  )

  test('a staff member cannot decide on a project of their own', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const { project_id } = dataOf(await club.register(person, campaign))
    club.makeSamePerson('otto', person.customer_id)
    const own = club.analyst(campaign.brand, 'otto')
    expect(await club.open(own, project_id)).toMatchObject({ data: { is_own: true } })
    for (const response of [await club.approve(own, project_id), await club.reject(own, project_id)])
      expect(response).toMatchObject({ status: 409, code: 'new-project.own-project' })
    expect(await club.stateOf(project_id)).toBe('in_review')
    expect(await club.approve(club.analyst(campaign.brand), project_id)).toMatchObject({ status: 200 })
  })
})

describe('the end of a project', () => {
  test('a customer can cancel an undecided project once, and register its numbers again', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const typed = club.numbers()
    const { project_id } = dataOf(await club.register(person, campaign, typed))
    const body = { project_id }
    expect(await (await club.join()).browser.send(cancelProjectCall, { body })).toMatchObject({ status: 404 })
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await person.browser.send(cancelProjectCall, { body })).toMatchObject({
        status: 200,
        data: { state: 'cancelled' },
      })
    expect(await club.approve(club.analyst(campaign.brand), project_id)).toMatchObject({ status: 409 })
    expect(await club.register(person, campaign, typed)).toMatchObject({ status: 200 })
  })

  test('a decided project cannot be cancelled', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const { project_id } = dataOf(await club.register(person, campaign))
    dataOf(await club.approve(club.analyst(campaign.brand), project_id))
    expect(await person.browser.send(cancelProjectCall, { body: { project_id } })).toMatchObject({
      status: 409,
      code: 'new-project.decided',
    })
  })

  test('a reversal of the participation takes the points back', async () => {
    const campaign = await club.newCampaign()
    const person = await club.join()
    const { project_id } = dataOf(await club.register(person, campaign))
    dataOf(await club.approve(club.analyst(campaign.brand), project_id))
    const [project] = await mineOf(person.browser)
    expect(await club.reverse(project?.protocol ?? '')).toMatchObject({ status: 200 })
    expect(await club.balanceOf(person.customer_id)).toBe(0)
    expect(await club.stateOf(project_id)).toBe('cancelled')
  })
})
