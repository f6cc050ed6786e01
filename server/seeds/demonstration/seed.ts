import { join } from 'node:path'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { systemRandom } from '../../src/adapters/random/system-random.ts'
import type { Database } from '../../src/db/database.ts'
import { creditDepsOf, promotionCreditOf, receiptUseOf } from '../../src/main/credit.ts'
import { createPromotions, promotionPointsOf, type PromotionServices } from '../../src/main/promotions.ts'
import {
  noPurchases,
  returnParticipations,
  type CampaignDeps,
  type PromotionDeps,
} from '../../src/modules/campaigns/index.ts'
import type { ScratchServices } from '../../src/modules/scratch-card/index.ts'
import { seedCustomer } from '../../src/modules/identity/index.ts'
import { publishDocument } from '../../src/modules/consent/index.ts'
import type { Vault } from '../../src/modules/vault/index.ts'
import { seedAddresses } from '../addresses/seed-addresses.ts'
import { seedDemonstrationCampaigns } from './campaigns.ts'
import { seedDemonstrationBrands, seedDemonstrationProjects } from './brand-projects.ts'
import { consentDocuments } from './consent-documents.ts'
import { seedDemonstrationCustomerService } from './customer-service.ts'
import { seedDemonstrationEventTickets } from './event-tickets.ts'
import { seedDemonstrationGifts, seedGiftPictures } from './free-gifts.ts'
import { seedGuests } from './guests.ts'
import { createSeedCarPark, seedDemonstrationParkingVouchers } from './parking-voucher.ts'
import { personas } from './personas.ts'
import { seedRecoveryCase, type RecoverySeedInput } from './recovery-case.ts'
import { seedDemonstrationRatings } from './ratings.ts'
import { seedDemonstrationScratchCards } from './scratch-card.ts'
import {
  createSeedPartner,
  demonstrationPartner,
  seedDemonstrationPartnerPoints,
  type SeedPartner,
} from './partner-points.ts'
import { seedDemonstrationShops } from './shops.ts'
import { seedStaff, staffEmail, staffPersonas } from './staff.ts'

/** Links and quotes of the demonstration. */
const unlimited = { spend: async () => true }

const noLimits: ScratchServices['limits'] = {
  spend: async () => false,
  refund: async () => {},
  within: () => {
    throw new Error('Nothing is drawn with these limits')
  },
}

/** Nothing is uploaded or searched here, and only the seed's partner is asked. */
const servicesOf = ({ programme }: Pick<SeedPartner, 'programme'>): PromotionServices => ({
  externalServices: {
    partners: new Map([[demonstrationPartner.slug, { title: demonstrationPartner.title, programme }]]),
    carPark: null,
  },
  confirmPassword: async () => {},
  limits: noLimits,
  countGuesser: async () => {},
  isSamePerson: async () => false,
  grantedPoints: async () => new Map(),
  photos: {
    store: { put: async () => {}, get: async () => null, delete: async () => {}, list: async () => [] },
    key: Buffer.alloc(0),
    decoder: {
      clean: async () => ({ ok: false, error: 'damaged' }),
      inspectPdf: async () => 'broken',
      watermark: async () => Buffer.alloc(0),
    },
  },
  scanner: null,
  rules: { document_types: 'cpf', cnpj: 'numeric' },
})

/**
 * Fills an empty database with the demonstration club: documents to accept, people, shops, campaigns and the staff.
 * @param input.recovery photo storage and the response deadline; no request is seeded without it
 */
export const seedDemonstration = async (input: {
  db: Database['db']
  vault: Vault
  now: Date
  recovery?: RecoverySeedInput
  /** Folder of the counterparts' journals; without it, they do not know what the demonstration contains. */
  counterparts?: string
}): Promise<void> => {
  const { db, vault, now } = input
  for (const document of consentDocuments) await publishDocument(db, { ...document, now })
  await seedAddresses({ db, clock: () => now })
  for (const persona of Object.values(personas)) await seedCustomer({ db, vault, persona, now })
  await seedDemonstrationShops(db, now)
  const points = promotionPointsOf({
    passwordless_sessions: { may: 'participate', points_per_day: 0 },
    points: { lifetime_days: 365 },
    time_zone: defaultTimeZone,
  })
  const credit = creditDepsOf({ db, clock: () => now, time_zone: defaultTimeZone })
  const promotionDeps: PromotionDeps = {
    db,
    clock: () => now,
    time_zone: defaultTimeZone,
    vault,
    audit: async () => {},
    jobs: { enqueue: async () => {} },
    random: systemRandom,
    points,
    credit: promotionCreditOf(credit),
    returnParticipations: (tx, returned) =>
      returnParticipations({ purchases: receiptUseOf(credit), points }, tx, returned),
    // What is waiting to be rated is seeded with the ratings.
    askForRating: async () => {},
    sender: {
      club_name: '',
      accent: '#000000',
      time_zone: defaultTimeZone,
      base_url: '',
      desk_text: '',
      desk_phone: null,
    },
    namesOfStaff: async () => new Map(),
    notify: async () => {},
  }
  const store = input.recovery?.photos.store ?? null
  await seedGiftPictures({ db, store, now })
  const fileOf = (name: string) =>
    input.counterparts === undefined ? null : join(input.counterparts, `${name}.jsonl`)
  const partner = createSeedPartner(fileOf(`partner-${demonstrationPartner.slug}`))
  const services = servicesOf(partner)
  const promotions = createPromotions(promotionDeps, services)
  const campaigns: CampaignDeps = {
    ...promotionDeps,
    promotions,
    purchases: noPurchases,
    notifyOfActivity: async () => {},
  }
  const brands = await seedDemonstrationBrands(promotionDeps)
  await seedDemonstrationCampaigns(campaigns, brands)
  const guests = await seedGuests(promotionDeps)
  await seedStaff({ db, vault, brands, now })
  await seedDemonstrationEventTickets(promotionDeps, campaigns, guests)
  await seedDemonstrationGifts(promotionDeps, campaigns, guests)
  await seedDemonstrationScratchCards(promotionDeps, campaigns, guests)
  await seedDemonstrationParkingVouchers(promotionDeps, campaigns, {
    carPark: createSeedCarPark(fileOf('car-park')),
    guests,
  })
  await seedDemonstrationPartnerPoints(promotionDeps, { ...services, limits: unlimited }, campaigns, {
    partner,
    guests,
  })
  await seedDemonstrationRatings(promotionDeps, guests)
  await seedDemonstrationProjects(promotionDeps, campaigns, {
    brands,
    guests,
    analyst_email: staffEmail(staffPersonas.brand_analyst),
  })
  await seedDemonstrationCustomerService(promotionDeps, {
    guests,
    photos: input.recovery?.photos ?? null,
  })
  if (input.recovery) await seedRecoveryCase({ db, vault, now, ...input.recovery })
}
