import { randomInt } from 'node:crypto'
import type { Call } from '@clube/contract/kernel/call.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  linkPartnerCall,
  listPartnersCall,
  quotePartnerPointsCall,
  redeemPartnerPointsCall,
} from '@clube/contract/partner-points/calls.ts'
import { askAgainCall } from '@clube/contract/partner-points/desk-calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import type { LocalPartner } from '../../../counterparts/local-partner.ts'
import type { Db } from '../../db/database.ts'
import { createStaffToken } from '../../modules/event-tickets/event-fixtures.testing.ts'
import { readBalance } from '../../modules/points/index.ts'
import type { TestBrowser } from '../browser.ts'
import {
  type OutsideKind,
  createPeople,
  createCampaign,
  as,
  sendUntilAccepted,
  sendOnce,
  difference,
  readStates,
  fieldOf,
} from './redemptions.ts'

const partnerSlug = 'voe-mais'
const memberPoints = 10_000
const redeemedPoints = 2_000
const creditedPoints = 1_000
const partnerSettings: PartnerPointsSettings = {
  partner: partnerSlug,
  minimum: 1_000,
  maximum: 20_000,
  step: 500,
  limit_per_day: 1,
  password_from_points: null,
}

/** Redemptions of a partner's points. */
export const partnerKind = async (db: Db, partner: LocalPartner): Promise<OutsideKind> => {
  const campaign_id = await createCampaign(db, 'partner_points', partnerSettings)
  const staffToken = await createStaffToken(db, 'reconciler', new Date())
  const createPerson = createPeople(db, 300_000_000)
  let members = randomInt(700_000, 800_000) * 100_000

  const prepare: OutsideKind['prepare'] = async (urlOf) => {
    const { customer_id, document_id, token } = await createPerson()
    const member_number = String((members += 1))
    const proof = '1234'
    partner.addMember({ member_number, document_id, proof, balance: memberPoints, is_authorized: true })
    const sent = <C extends Call>(call: C, body: Parameters<TestBrowser['send']>[1]) =>
      sendUntilAccepted(urlOf, (url) => as(url, 'sid', token).send(call, body as object))
    await sent(linkPartnerCall, {
      body: { partner: partnerSlug, member_number, proof, consent_version: partnerConsentVersion },
    })
    const { transaction_id: key } = await sent(startTransactionCall, {
      body: { campaign_id, kind: 'partner_points' },
    })
    const { quote_id } = await sent(quotePartnerPointsCall, { body: { campaign_id, points: redeemedPoints } })
    const isDone = () => partner.books().some((debit) => debit.key === key && debit.refunded_at === null)
    return {
      key,
      send: (url) =>
        sendOnce(() =>
          as(url, 'sid', token).send(redeemPartnerPointsCall, {
            params: { partner: partnerSlug, transaction_id: key },
            body: { campaign_id, points: redeemedPoints, quote_id },
          }),
        ),
      makeOutsideRefuse: (refusal) =>
        refusal === 'expired' ? partner.expireQuotes(member_number) : partner.revoke(member_number),
      isDone,
      askAgain: async (url) => {
        const body = { transaction_id: key, reason: 'O parceiro confirmou por telefone.' }
        const response = await as(url, 'staff', staffToken).send(askAgainCall, { body })
        if (!response.ok) throw new Error(`The desk refused: ${JSON.stringify(response)}`)
      },
      compare: async (urlOf) => {
        const done = isDone()
        const state = done ? 'completed' : 'failed'
        const found = await readStates(db, key, 'partner_redemption')
        const partners = await sendUntilAccepted(urlOf, (url) => as(url, 'sid', token).send(listPartnersCall))
        const campaign = partners[0]?.campaigns.find((each) => each.campaign_id === campaign_id)
        return [
          ...difference(
            'states',
            { participation: state, inquiry: 'settled', outcome: state, postings: done ? 1 : 0 },
            found,
          ),
          ...difference(
            'club points',
            done ? creditedPoints : 0,
            (await readBalance(db, customer_id)).balance,
          ),
          ...difference(
            'points at the partner',
            memberPoints - (done ? redeemedPoints : 0),
            partner.findMember(member_number)?.balance,
          ),
          ...difference('redemptions left today', done ? 0 : 1, campaign?.left_today),
        ]
      },
    }
  }

  return {
    name: 'partner_points',
    server: partner,
    table: 'partner_redemption',
    act: 'debit',
    keyOf: ({ method, query, body }) => (method === 'GET' ? query.get('key') : fieldOf(body, 'key')),
    prepare,
  }
}
