import { useClub } from '../platform/app/app-context.tsx'
import { isKiosk } from '../platform/storage/service-channel.ts'

/** Where the service desk is, and its phone number if it has one. */
export function ServiceDeskContact() {
  const { text, phone } = useClub().service_desk
  return (
    <>
      <p>{text}</p>
      {phone !== null && (
        <p>Telefone: {isKiosk() ? phone : <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}</p>
      )}
    </>
  )
}
