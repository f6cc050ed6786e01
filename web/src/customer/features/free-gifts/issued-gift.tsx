import { useEffect, useRef } from 'react'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useVoucher } from './use-gifts.ts'
import { VoucherView } from './voucher-view.tsx'

/** Shows the voucher right after it was issued; a kiosk prints it. */
export function IssuedGift({ voucher_id }: { voucher_id: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Screen>
      <Stack>
        <h1 ref={heading} tabIndex={-1}>
          Brinde garantido!
        </h1>
        <Loaded query={useVoucher(voucher_id)} loadingText="Carregando o vale-brinde">
          {(voucher) => <VoucherView voucher={voucher} isNew />}
        </Loaded>
      </Stack>
    </Screen>
  )
}
