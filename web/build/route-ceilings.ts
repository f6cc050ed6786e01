/**
 * Routes that still exceed the budget of 40,000 bytes, with their measured size, rounded up, as the ceiling. About 30,000
 * bytes are common to all of them: the schema library (9,000), the cache of server data, the session gate and the client.
 * Lower a ceiling whenever its route becomes smaller; the check requires removing one that is no longer needed.
 */
export const ceilings: Readonly<Record<string, number>> = {
  'event-tickets/reserve-page': 63000,
  'profile/profile-page': 59000,
  'free-gifts/choose-gift-page': 58500,
  'scratch-card/play-page': 57000,
  'home/home-page': 55500,
  'event-tickets/tickets-page': 55500,
  'parking-voucher/parking-page': 55500,
  'registration/registration-page': 55500,
  'customer-service/conversation-page': 55000,
  'privacy/privacy-page': 55000,
  'free-gifts/voucher-page': 54000,
  'customer-service/new-ticket-page': 53500,
  'parking-voucher/apply-voucher': 53000,
  'receipts/new-receipt-page': 52000,
  'partner-points/redeem-page': 51000,
  'scratch-card/proof-page': 51000,
  'receipts/receipts-page': 50000,
  'scratch-card/award-page': 47500,
  'scratch-card/card-page': 47500,
  'promotions/promotion-page': 47000,
  'partner-points/link-page': 47000,
  'partner-points/partners-page': 46500,
  'new-project/register-page': 46000,
  'parking-voucher/voucher-page': 45500,
  'free-gifts/gifts-page': 45500,
  'scratch-card/awards-page': 44500,
  'scratch-card/cards-page': 44500,
  'partner-points/redemption-page': 44000,
  'scratch-card/entry-page': 44000,
  'new-project/projects-page': 43500,
  'customer-service/service-page': 41000,
}
