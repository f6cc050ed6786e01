import { personas } from './personas.ts'

/** The people of the demonstration as members of its local partner programme; the proof is shown at /dev/outside. */
export const partnerMembers = [
  {
    member_number: '70001234',
    document_id: personas.maria.document_id,
    proof: '246810',
    balance: 25_000,
    is_authorized: true,
  },
  {
    member_number: '70005678',
    document_id: personas.beatriz.document_id,
    proof: '135791',
    balance: 8_400,
    is_authorized: true,
  },
  {
    member_number: '70009012',
    document_id: personas.padaria.document_id,
    proof: '112233',
    balance: 120_000,
    is_authorized: true,
  },
] as const
