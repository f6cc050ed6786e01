import { listMyProjectsCall, registerProjectCall } from '@clube/contract/new-project/calls.ts'
import { liveProjectStates } from '@clube/contract/new-project/project.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import { dataOf, useProjectClub, type TestBrand } from './project-club.testing.ts'

const club = useProjectClub()

const brands = new Map<string, TestBrand>()
const typed = new Map<string, ReturnType<typeof club.numbers>>()

type Opened = { transaction_id: string; campaign_id: string }

const requestWith = ({ transaction_id, campaign_id }: Opened, numbers: ReturnType<typeof club.numbers>) => ({
  params: { brand: brands.get(campaign_id)?.slug ?? '' },
  body: { transaction_id, promotion_id: campaign_id, ...numbers },
})

const settings = { brand_id: '01997e4c-3f6a-7b1c-8d2e-5a4b3c2d1e0f', points: 500, answer_days: 7 }
const reason = 'O pedido é da loja de outra cidade.'

promotionConformance({
  kind: 'new_project',
  club,
  call: registerProjectCall,
  campaign: async () => {
    const created = await club.newCampaign()
    brands.set(created.id, created.brand)
    return created
  },
  request: async (opened) => {
    const numbers = typed.get(opened.transaction_id) ?? club.numbers()
    typed.set(opened.transaction_id, numbers)
    return requestWith(opened, numbers)
  },
  otherRequest: async (opened) => requestWith(opened, club.numbers()),
  effects: async (customer_id) => {
    const { count } = await club.database.db
      .selectFrom('brand_project')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', customer_id)
      .where('state', 'in', liveProjectStates)
      .executeTakeFirstOrThrow()
    return count
  },
  visibleEffects: async (browser) => dataOf(await browser.send(listMyProjectsCall)).length,
  storedData: async (customer_id) => {
    const rows = await club.database.db
      .selectFrom('brand_project')
      .selectAll()
      .where('customer_id', '=', customer_id)
      .execute()
    return JSON.stringify(rows)
  },
  // Two more projects of the same person: one rejected, whose reason is about its numbers.
  addPersonalData: async (opened) => {
    const brand = brands.get(opened.campaign_id)
    if (!brand) throw new Error('The campaign has no brand')
    const to = { id: opened.campaign_id, brand }
    const [first, second] = [
      { purchase_number: 'QQ-777777', project_registration_number: 'RRT-77777777' },
      { purchase_number: 'QQ-888888', project_registration_number: 'RRT-88888888' },
    ]
    dataOf(await club.register(opened, to, first))
    const { project_id } = dataOf(await club.register(opened, to, second))
    dataOf(await club.reject(club.analyst(brand), project_id, reason))
  },
  personalData: ['QQ-777777', 'RRT-77777777', 'QQ-888888', 'RRT-88888888', reason],
  settings,
  invalidSettings: [
    { settings: {}, paths: ['brand_id', 'points', 'answer_days'] },
    { settings: { ...settings, every: 1 }, paths: [''] },
    { settings: { ...settings, brand_id: 'casa-nova' }, paths: ['brand_id'] },
    { settings: { ...settings, points: 0, answer_days: 61 }, paths: ['points', 'answer_days'] },
  ],
  effectsAfterDeletion: { requested: 1, final: 0 },
  ownData: async ({ campaign_id }) => ({
    brand_projects: [{ campaign_id }, { campaign_id }, { campaign_id }],
  }),
  refusals: {
    'new-project.invalid-purchase-number': async () =>
      club.register(await club.join(), await club.newCampaign(), {
        ...club.numbers(),
        purchase_number: 'CN-1',
      }),
    'new-project.invalid-registration-number': async () =>
      club.register(await club.join(), await club.newCampaign(), {
        ...club.numbers(),
        project_registration_number: 'RRT-1',
      }),
    'new-project.purchase-not-listed': async () =>
      club.register(await club.join(), await club.newCampaign({}, { requires_imported_purchase: true })),
    'new-project.already-registered': async () => {
      const campaign = await club.newCampaign()
      const [first, second] = [club.numbers(), club.numbers()]
      dataOf(await club.register(await club.join(), campaign, first))
      return club.register(await club.join(), campaign, {
        ...second,
        project_registration_number: first.project_registration_number,
      })
    },
    'new-project.purchase-used': async () => {
      const campaign = await club.newCampaign()
      const [first, second] = [club.numbers(), club.numbers()]
      dataOf(await club.register(await club.join(), campaign, first))
      return club.register(await club.join(), campaign, {
        ...second,
        purchase_number: first.purchase_number,
      })
    },
    'new-project.audience': async () =>
      club.register(await club.join(), await club.newCampaign({}, { audience: ['cnpj'] })),
    'new-project.limit-reached': async () => {
      const campaign = await club.newCampaign({}, { limit_per_customer: 1 })
      const person = await club.join()
      dataOf(await club.register(person, campaign))
      return club.register(person, campaign)
    },
  },
})
