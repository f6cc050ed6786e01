import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { parkingPriceText, parkingValueText } from '@clube/contract/parking-voucher/settings.ts'
import { parkingVehicleTitles } from '@clube/contract/parking-voucher/stay.ts'
import { useOffer } from './use-parking.ts'

/** What a voucher pays and costs, and where it is accepted; empty until loaded. */
export function ParkingFacts({ campaign: { campaign_id, spend_rule } }: { campaign: CampaignPage }) {
  const { data } = useOffer(campaign_id)
  if (!data) return null
  return (
    <>
      <dt>O vale paga</dt>
      <dd>{capitalized(parkingValueText(data.value))}</dd>
      <dt>Quanto custa</dt>
      <dd>{parkingPriceText(data.price, spend_rule)}</dd>
      <dt>Onde vale</dt>
      {data.garages.map(({ garage_id, name }) => (
        <dd key={garage_id}>{name}</dd>
      ))}
      <dt>Para quem</dt>
      <dd>{data.vehicles.map((vehicle) => parkingVehicleTitles[vehicle]).join(', ')}</dd>
    </>
  )
}

/** With a capital letter at the beginning. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
