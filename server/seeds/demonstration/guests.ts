import type { PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument, seedCustomer } from '../../src/modules/identity/index.ts'

/** Other customers with tickets and gifts: active accounts with unknown passwords and fictitious documents. */
const guests = [
  { name: 'Benedita Moraes', document_id: '73451296080' },
  { name: 'Caio Teles', document_id: '74562307145' },
  { name: 'Dirce Antunes', document_id: '75673418248' },
  { name: 'Elias Queiroz', document_id: '76784529340' },
  { name: 'Flora Bastos', document_id: '77895630415' },
  { name: 'Geraldo Pinho', document_id: '78906741553' },
  { name: 'Hilda Carneiro', document_id: '79017852682' },
] as const

export type Guest = {
  readonly customer_id: string
  readonly document_id: string
  readonly name: string
  readonly birth_date: string
}

export const seedGuests = async ({ db, vault, clock }: PromotionDeps): Promise<Guest[]> => {
  const people: Guest[] = []
  for (const [i, { name, document_id }] of guests.entries()) {
    const persona = {
      document_type: 'cpf' as const,
      document_id,
      name,
      birth_date: `19${70 + i}-04-12`,
      cellphone: `1195555000${i}`,
      email: `convidado${i + 1}@exemplo.com.br`,
      password: '!',
    }
    // No guest signs in, so none needs a real hash, which is slow.
    await seedCustomer({ db, vault, hash: async () => '!', persona, now: clock() })
    const customer = await findByDocument(db, documentIndexOf({ vault }, { document_id }))
    if (!customer) throw new Error('The guest was not found')
    people.push({ customer_id: customer.id, document_id, name, birth_date: persona.birth_date })
  }
  return people
}
