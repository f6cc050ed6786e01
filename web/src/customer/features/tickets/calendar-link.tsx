import { calendarFilePath } from '@clube/contract/event-tickets/calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'

/** The session for one's own calendar; a kiosk has nobody's. */
export function CalendarLink({ reservation_id }: { reservation_id: string }) {
  if (isKiosk()) return null
  return (
    <Button look="outline" href={calendarFilePath(reservation_id)}>
      Adicionar à agenda
    </Button>
  )
}
