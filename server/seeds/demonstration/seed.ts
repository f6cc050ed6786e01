import type { Database } from '../../src/db/database.ts'
import { createPasswordHasher, seedCustomer } from '../../src/modules/identity/index.ts'
import { publishDocument } from '../../src/modules/consent/index.ts'
import type { Vault } from '../../src/modules/vault/index.ts'
import { seedAddresses } from '../addresses/seed-addresses.ts'
import { seedDemonstrationCampaigns } from './campaigns.ts'
import { consentDocuments } from './consent-documents.ts'
import { seedDemonstrationEventTickets } from './event-tickets.ts'
import { personas } from './personas.ts'
import { seedRecoveryCase, type RecoverySeedInput } from './recovery-case.ts'
import { seedDemonstrationShops } from './shops.ts'
import { seedStaff } from './staff.ts'

/**
 * Fills an empty database with the demonstration club: documents to accept, people, shops, campaigns and the staff.
 * @param input.recovery where photos are kept and how soon requests are answered; without it no request waits
 */
export const seedDemonstration = async (input: {
  db: Database['db']
  vault: Vault
  now: Date
  recovery?: RecoverySeedInput
}): Promise<void> => {
  const { db, vault, now } = input
  for (const document of consentDocuments) await publishDocument(db, { ...document, now })
  await seedAddresses({ db, clock: () => now })
  const hasher = createPasswordHasher()
  for (const persona of Object.values(personas)) await seedCustomer({ db, vault, hasher, persona, now })
  await seedDemonstrationShops(db, now)
  await seedDemonstrationCampaigns(db, now)
  await seedDemonstrationEventTickets({ db, vault, hasher, now })
  await seedStaff({ db, vault, hasher, now })
  if (input.recovery) await seedRecoveryCase({ db, vault, hasher, now, ...input.recovery })
}
