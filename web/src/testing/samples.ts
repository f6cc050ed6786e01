import { campaignPageSchema } from '@clube/contract/campaigns/campaign.ts'
import { participationSchema } from '@clube/contract/campaigns/transaction-calls.ts'
import { clubSchema } from '@clube/contract/club/club.ts'
import { consentDocumentSchema } from '@clube/contract/consent/calls.ts'
import { listAcceptancesCall } from '@clube/contract/consent/acceptance-calls.ts'
import { reservationSchema, savedReservationSchema } from '@clube/contract/event-tickets/reservation.ts'
import { eventSessionSchema, waitingEntrySchema } from '@clube/contract/event-tickets/session.ts'
import { giftListSchema } from '@clube/contract/free-gifts/gift.ts'
import { giftVoucherSchema } from '@clube/contract/free-gifts/voucher.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { profileSchema } from '@clube/contract/identity/profile-call.ts'
import { readPointsCall, pointsStatementCall } from '@clube/contract/points/calls.ts'
import { creditProgressSchema } from '@clube/contract/campaigns/credit-calls.ts'
import { openRatingSchema } from '@clube/contract/ratings/calls.ts'
import { receiptSchema } from '@clube/contract/receipts/receipt.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import * as z from 'zod/mini'

/** The time at which every sample is viewed: a Saturday, noon in São Paulo. */
export const sampleNow = '2026-11-21T15:00:00.000Z'

/** An id; different numbers give different ids. */
export const sampleId = (number = 0): string => `01a1fdbb-01d2-7c5b-af13-${String(number).padStart(12, '0')}`

/** Checks data against their schema. @throws if they do not match */
const sample = <S extends z.ZodMiniType>(schema: S, data: z.input<S>): z.output<S> => z.parse(schema, data)

const campaign = sample(campaignPageSchema, {
  campaign_id: sampleId(1),
  cd_identificador: 7,
  slug: 'mostra',
  kind: 'event_tickets',
  title: 'Mostra de cinema na praça',
  summary: 'Filmes brasileiros ao ar livre, com pipoca por conta da casa.',
  state: 'active',
  starts_at: '2026-11-01T13:00:00Z',
  ends_at: '2026-12-13T03:00:00Z',
  stock: null,
  description:
    'Seis filmes em três tardes, na praça central.\n\nLeve uma manta: os lugares são no gramado, e a noite esfria.',
  redeem_until: null,
  audience: { document_types: ['cpf'], minimum_age: null },
  spend_rule: null,
  limit_per_customer: null,
  legal: { certificate_number: null, authority: null, prize_list: [] },
  regulation_version: '1.0',
  terms_version: null,
  eligibility: { eligible: true, reasons: [] },
})

const session = sample(eventSessionSchema, {
  session_id: sampleId(2),
  campaign_id: campaign.campaign_id,
  title: 'Sessão da tarde',
  place: 'Praça central',
  starts_at: '2026-12-12T18:00:00Z',
  ends_at: null,
  sales_from: '2026-11-01T13:00:00Z',
  sales_until: '2026-12-12T17:00:00Z',
  cancel_until: '2026-12-12T12:00:00Z',
  limit_per_document: 4,
  minimum_age: null,
  status: 'available',
  remaining: null,
  mine: { quantity: 0, hold: null, waiting: null },
})

/** Places held at `sampleNow`. */
const hold = sample(savedReservationSchema, {
  reservation_id: sampleId(3),
  campaign_id: campaign.campaign_id,
  session_id: session.session_id,
  quantity: 2,
  created_at: sampleNow,
  expires_at: '2026-11-21T15:15:00.000Z',
})

const ticket = {
  ticket_id: sampleId(4),
  participant_name: 'Ana Souza',
  state: 'valid' as const,
  qr_code: 'K7QM2XPD9FHTK7QM2XPD9FHTK7Q',
  short_code: 'K7QM-2XPD-9FHT',
  used_at: null,
  used_gate: null,
}

/** Gifts for receipts, for points, and for both, at two pickup points. */
const giftCampaign = sample(campaignPageSchema, {
  ...campaign,
  campaign_id: sampleId(40),
  cd_identificador: 12,
  slug: 'panetone',
  kind: 'free_gifts',
  title: 'Panetone da casa',
  summary: 'A cada R$ 400,00 em notas, um brinde de Natal.',
  description: 'Junte notas de qualquer loja participante e escolha o seu brinde.',
  redeem_until: '2027-01-07T03:00:00Z',
  spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
  limit_per_customer: 3,
})

const pickupPoints = [
  {
    pickup_point_id: sampleId(41),
    name: 'Balcão do Piso 1',
    location: 'ao lado da escada rolante',
    opening_hours: 'Todos os dias, das 10h às 22h',
  },
  {
    pickup_point_id: sampleId(42),
    name: 'Quiosque da Praça',
    location: 'praça de alimentação, 2º piso',
    opening_hours: 'De segunda a sábado, das 11h às 21h',
  },
]

const leftAt = (point: 0 | 1, remaining: number, availability: 'available' | 'last' | 'out') => ({
  pickup_point_id: pickupPoints[point]!.pickup_point_id,
  remaining,
  availability,
})

const panettone = {
  gift_id: sampleId(43),
  title: 'Panetone artesanal',
  variant: 'Chocolate',
  picture: null,
}

const gifts = sample(giftListSchema, {
  gifts: [
    {
      ...panettone,
      description: 'Feito na padaria do shopping, com 500 g.',
      value_cents: 4_990,
      price: { kind: 'receipts' },
      availability: 'available',
      remaining: 302,
      points: [leftAt(0, 290, 'available'), leftAt(1, 12, 'last')],
    },
    {
      gift_id: sampleId(44),
      title: 'Sacola de algodão',
      variant: '',
      picture: null,
      description: '',
      value_cents: 2_500,
      price: { kind: 'points', points: 800 },
      availability: 'last',
      remaining: 10,
      points: [leftAt(0, 10, 'last'), leftAt(1, 0, 'out')],
    },
    {
      gift_id: sampleId(45),
      title: 'Cesta de Natal',
      variant: '',
      picture: null,
      description: 'Panetone, geleia, castanhas e um cartão.',
      value_cents: 14_990,
      price: { kind: 'receipts-and-points', points: 1_000 },
      availability: 'out',
      remaining: 0,
      points: [leftAt(0, 0, 'out')],
    },
  ],
  pickup_points: pickupPoints,
  stock: { remaining: 312, total: 2000 },
  valid_days: 15,
})

/** People, campaigns and related data, for the gallery and for screen tests. */
export const samples = {
  /** A purchase that waits for a rating. */
  openRating: sample(openRatingSchema, {
    purchase_id: sampleId(17),
    shop_name: 'Livraria Jabuticabeira',
    issued_on: '2026-11-20',
    expires_at: '2027-01-20T15:00:00Z',
  }),
  campaign,
  session,
  hold,
  giftCampaign,
  gifts,
  giftVoucher: sample(giftVoucherSchema, {
    voucher_id: sampleId(46),
    transaction_id: sampleId(8),
    campaign_id: giftCampaign.campaign_id,
    campaign_slug: giftCampaign.slug,
    campaign_title: giftCampaign.title,
    gift: panettone,
    pickup_point: pickupPoints[0]!,
    state: 'issued',
    qr_code: 'H3VN7TQZ5KXWH3VN7TQZ5KXWH3V',
    short_code: 'H3VN-7TQZ-5KXW',
    issued_at: sampleNow,
    expires_at: '2026-12-06T15:00:00.000Z',
    delivered_at: null,
    can_cancel: true,
    copies_left: 3,
    needs_signature: false,
    queue: null,
  }),
  /** Receipts that allow one gift. */
  giftCredit: sample(creditProgressSchema, {
    campaign_id: giftCampaign.campaign_id,
    kind: 'free_gifts',
    slug: giftCampaign.slug,
    title: giftCampaign.title,
    spend_rule: { every_cents: 40_000, participations: 1 },
    participations: 1,
    reached_cents: 8_750,
    missing_cents: 31_250,
    debt_cents: 0,
    uses_left_today: null,
    receipts: [{ purchase_id: sampleId(7), credit_cents: 48_750, used_cents: 0 }],
  }),
  club: sample(clubSchema, {
    name: 'Clube Ipê',
    accent: '#82305f',
    logo_url: null,
    document_types: 'both',
    remember_me: 'yes',
    passwordless: 'no',
    access_key: null,
    terms_id: 'shd_auth_terms',
    minimum_age: 18,
    cnpj: 'alphanumeric',
    captcha: { endpoint: '/api/captcha/altcha', enterprise_site_key: null },
    endpoints: {
      address_lookup: '/api/core/address/lookup',
      customer_lookup: '/api/marketing/customer',
    },
    service_desk: { text: 'Piso térreo, ao lado da entrada A, das 10h às 22h.', phone: '(11) 4002-8922' },
  }),
  profile: sample(profileSchema, {
    document_type: 'cpf',
    document_id: '52998224725',
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    cellphone: '11987654321',
    is_email_verified: true,
    is_cellphone_verified: true,
    birth_date: '1990-03-12',
    email_marketing_subscription: 'no',
    sms_topics: [],
    expiring_points_email: 'yes',
    member_since: '2026-03-04T15:00:00Z',
    address: {
      cep: '01001000',
      state_id: 25,
      city_id: 3550308,
      city_name: 'São Paulo',
      district_id: null,
      neighborhood: 'Sé',
      street_type: 'square',
      street_name: 'da Sé',
      street_number: '1',
      complement: 'lado ímpar',
    },
  }),
  reservation: sample(reservationSchema, {
    ...session,
    ...hold,
    transaction_id: sampleId(8),
    state: 'confirmed',
    campaign_slug: campaign.slug,
    campaign_title: campaign.title,
    session_title: session.title,
    can_cancel: true,
    confirmed_at: '2026-11-21T15:01:00Z',
    cancelled_at: null,
    tickets: [
      ticket,
      {
        ...ticket,
        ticket_id: sampleId(5),
        participant_name: 'Bia Souza',
        qr_code: 'R4TN8YWB3CJVR4TN8YWB3CJVR4T',
        short_code: 'R4TN-8YWB-3CJV',
      },
    ],
  }),
  waiting: sample(waitingEntrySchema, {
    ...session,
    entry_id: sampleId(6),
    session_title: session.title,
    quantity: 1,
    state: 'waiting',
    position: 3,
    joined_at: '2026-11-21T14:00:00Z',
    offer_expires_at: null,
    places_if_lowered: null,
    session_cancelled: null,
    has_list_ended: false,
  }),
  receipt: sample(receiptSchema, {
    purchase_id: sampleId(7),
    /** From São Paulo, NFC-e number 1, with a valid check digit. */
    receipt_key: '35261111444777000161650010000000011000000017',
    shop_name: 'Livraria Jabuticabeira',
    amount_cents: 12_345,
    issued_on: '2026-11-20',
    state: 'auto_approved',
    reason: null,
    can_appeal: false,
    current: null,
    stated: null,
    photos: 0,
    can_add_photo: false,
    is_photo_requested: false,
    points: 123,
    estimated_points: null,
    created_at: sampleNow,
    decided_at: sampleNow,
  }),
  credit: sample(creditProgressSchema, {
    campaign_id: sampleId(1),
    kind: 'free_gifts',
    slug: campaign.slug,
    title: 'Panetone da casa',
    spend_rule: { every_cents: 40_000, participations: 1 },
    participations: 0,
    reached_cents: 31_250,
    missing_cents: 8_750,
    debt_cents: 0,
    uses_left_today: null,
    receipts: [{ purchase_id: sampleId(7), credit_cents: 31_250, used_cents: 0 }],
  }),
  shops: sample(listParticipatingShopsCall.data, [
    { name: 'Ateliê Manacá', cnpj: '27000007000120', segment: 'fashion', floor: '1º piso' },
    { name: 'Café do Pátio', cnpj: '11222333000181', segment: 'food', floor: 'Térreo' },
    { name: 'Cantina da Nonna', cnpj: '27000008000175', segment: 'food', floor: '2º piso' },
    { name: 'Livraria Jabuticabeira', cnpj: '11444777000161', segment: 'books', floor: 'Térreo' },
    { name: 'Quiosque do Largo', cnpj: '27000009000110', segment: null, floor: null },
  ]),
  participation: sample(participationSchema, {
    ...campaign,
    transaction_id: sampleId(8),
    protocol: '2026-000123-4',
    state: 'open',
    campaign_slug: campaign.slug,
    campaign_title: campaign.title,
    service_channel: 'site',
    created_at: sampleNow,
    expires_at: '2026-11-21T16:00:00Z',
    finished_at: null,
    status: 'open',
    subject: null,
    receipts: [],
    can_continue: true,
    note: null,
  }),
  points: sample(readPointsCall.data, {
    balance: 1250,
    waiting: [],
    debt: 0,
    expiring: [{ points: 1, expires_at: '2026-12-31T03:00:00Z' }],
    in_review: { points: 387, receipts: 2, appealed: 0 },
  }),
  noPoints: sample(readPointsCall.data, {
    balance: 0,
    waiting: [],
    debt: 0,
    expiring: [],
    in_review: { points: 0, receipts: 0, appealed: 0 },
  }),
  statement: sample(pointsStatementCall.data, [
    {
      position: 2,
      created_at: '2026-11-20T18:30:00Z',
      kind: 'spend',
      about: '',
      points: -50,
      balance_after: 1250,
      purchase_id: null,
      transaction_id: sampleId(8),
    },
    {
      position: 1,
      created_at: '2026-11-19T18:00:00Z',
      kind: 'earn',
      about: 'Café do Pátio',
      points: 1300,
      balance_after: 1300,
      purchase_id: sampleId(7),
      transaction_id: null,
    },
  ]),
  acceptances: sample(listAcceptancesCall.data, [
    {
      acceptance_id: sampleId(9),
      kind: 'loyaltyclub_terms',
      scope: '',
      version: '1.0',
      document_hash: 'f00',
      accepted_at: sampleNow,
      service_channel: 'site',
      revoked_at: null,
    },
  ]),
  consent: sample(consentDocumentSchema, {
    kind: 'loyaltyclub_terms',
    state: 'active',
    created_at: '2026-03-04T15:00:00Z',
    version: '2.1',
    document: '<p>Texto</p>',
  }),
}
