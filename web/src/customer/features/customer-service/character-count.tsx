import { messageMaxLength } from '@clube/contract/customer-service/service-ticket.ts'

/** Characters left at which screen readers start to announce them. */
const announcedFrom = 200
const announcedStep = 50

/** The length of a message. Screen readers hear what is left in steps near the limit, not after each key. */
export function CharacterCount({ text }: { text: string }) {
  const length = text.trim().length
  const left = messageMaxLength - length
  const limit = messageMaxLength.toLocaleString('pt-BR')
  return (
    <>
      <span className="figures" aria-hidden="true">
        {`${length.toLocaleString('pt-BR')} de ${limit} caracteres`}
      </span>
      {left <= announcedFrom && (
        <span className="sr-only">
          {`Restam menos de ${(Math.floor(left / announcedStep) + 1) * announcedStep} caracteres.`}
        </span>
      )}
    </>
  )
}
