import { reservationCalendarFile } from '@clube/contract/event-tickets/calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { Button } from '../../../kit/button/button.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'

/** Downloads the session for the person's calendar; a kiosk has no personal calendar. */
export function CalendarLink({ reservation_id }: { reservation_id: string }) {
  if (isKiosk()) return null
  return (
    <Button variant="outline" href={filePath(reservationCalendarFile, { reservation_id })}>
      Adicionar à agenda
    </Button>
  )
}
