import { giftVoucherFile } from '@clube/contract/free-gifts/calls.ts'
import { copyRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import {
  copyTitle,
  maxCopies,
  type GiftVoucher,
  type VoucherFormat,
} from '@clube/contract/free-gifts/voucher.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { PrintedRoll } from '../../../parts/gifts/printed-roll.tsx'
import { useKioskEnd } from '../../../parts/use-kiosk-end.ts'
import { preventOfflineNavigation } from '../../../platform/api/show-failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { PrintCopy } from './print-copy.tsx'

/** PDFs for the person's own printer. */
export function PrintingFiles({ voucher }: { voucher: GiftVoucher }) {
  const [granted, setGranted] = useState<number | null>(null)
  const { voucher_id } = voucher
  const hrefOf = (format: VoucherFormat) => filePath(giftVoucherFile, { voucher_id, format })
  return (
    <section className="stack" aria-label="Imprimir">
      {granted !== null && (
        <Notice tone="good">
          A 2ª via ({granted} de {maxCopies}) está pronta: baixe o PDF e imprima.
        </Notice>
      )}
      <Stack gap="near">
        <Button variant="outline" href={hrefOf('a4')} onClick={preventOfflineNavigation}>
          Baixar em PDF
        </Button>
        <Button variant="quiet" href={hrefOf('80mm')} onClick={preventOfflineNavigation}>
          PDF para bobina de 80 mm
        </Button>
        <Copies voucher={voucher} onGranted={setGranted} />
      </Stack>
    </section>
  )
}

/** Time to take the printout, or to ask for more time, before the kiosk's session ends. */
const endSeconds = 30

/**
 * Prints on the kiosk's paper, and then ends the session. `isNew` right after the voucher was issued: a browser that
 * prints without a dialog does so automatically, any other when the person asks for it.
 */
export function KioskPrinting({ voucher, isNew }: { voucher: GiftVoucher; isNew: boolean }) {
  const isSilent = useClub().kiosk.silent_print === 'yes'
  // 0 is the first print.
  const [printing, setPrinting] = useState<number | null>(isNew && isSilent ? 0 : null)
  const [isFirstDue, setFirstDue] = useState(isNew && !isSilent)
  const [hasPrinted, setPrinted] = useState(false)
  const [secondsLeft, endIn] = useKioskEnd()
  const finish = () => {
    setPrinting(null)
    setFirstDue(false)
    setPrinted(true)
    endIn(endSeconds)
  }
  return (
    <section className="stack" aria-label="Imprimir">
      {printing !== null && (
        <PrintedRoll
          voucher={voucher}
          gift={giftName(voucher.gift)}
          copy={copyTitle(printing)}
          onPrinted={finish}
        />
      )}
      {hasPrinted && (
        <div role="status">
          <Notice tone="good">
            Pegue o seu vale impresso. Se não saiu, imprima a 2ª via ou fotografe esta tela.
          </Notice>
        </div>
      )}
      {secondsLeft !== null && (
        <Stack gap="near">
          <p className="figures">Sua sessão termina em {secondsLeft} s.</p>
          <Button onClick={() => endIn(0)}>Terminar</Button>
          <Button variant="quiet" onClick={() => endIn(null)}>
            Ficar mais um pouco
          </Button>
        </Stack>
      )}
      {isFirstDue ? (
        <Button onClick={() => setPrinting(0)}>Imprimir vale</Button>
      ) : (
        <Copies
          voucher={voucher}
          onGranted={(copy_number) => {
            endIn(null)
            setPrinting(copy_number)
          }}
        />
      )}
    </section>
  )
}

type CopiesProps = { voucher: GiftVoucher; onGranted: (copy_number: number) => void }

/** Requests a copy, or says why that is not possible. */
const Copies = ({ voucher, onGranted }: CopiesProps) =>
  voucher.copies_left > 0 ? (
    <PrintCopy voucher={voucher} onGranted={onGranted} />
  ) : (
    <p className="soft">{copyRefusals['free-gifts.no-copies-left'].message}</p>
  )
