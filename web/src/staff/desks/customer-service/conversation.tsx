import {
  deskDocumentFile,
  deskPictureFile,
  type DeskMessage,
  type DeskTicket,
} from '@clube/contract/customer-service/staff-calls.ts'
import type { TicketAttachment } from '@clube/contract/customer-service/service-ticket.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useLayoutEffect, useRef } from 'react'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatBytes } from '../../../parts/attachments/file-facts.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { formatInstant } from '../../parts/instant.ts'
import css from './customer-service.module.css'

type ConversationProps = {
  ticket: DeskTicket
  /** Messages that arrived since the member last saw the ticket. */
  isNew: (message: DeskMessage) => boolean
}

/** All messages, oldest first; new ones are announced. */
export function Conversation({ ticket, isNew }: ConversationProps) {
  const log = useRef<HTMLDivElement>(null)
  const { messages, customer } = ticket
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [messages.length])
  return (
    <div ref={log} className={css.log} role="log" aria-label="Conversa" tabIndex={0}>
      <ol className={css.messages}>
        {messages.map((message) => (
          <li key={message.message_id} data-author={message.author} data-visibility={message.visibility}>
            <Message message={message} customer_name={customer.name} isNew={isNew(message)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type MessageProps = { message: DeskMessage; customer_name: string | null; isNew: boolean }

function Message({ message, customer_name, isNew }: MessageProps) {
  const { author, author_name, visibility, text, attachments, created_at, is_read } = message
  return (
    <article className={css.message}>
      <header className="row small">
        <strong>
          {author === 'customer'
            ? (customer_name ?? 'Cliente')
            : author === 'staff'
              ? author_name
              : 'Sistema'}
        </strong>
        <time className="soft figures" dateTime={created_at}>
          {formatInstant(created_at)}
        </time>
        {visibility === 'internal' && author !== 'system' && <Chip tone="warn">Nota interna</Chip>}
        {isNew && <Chip tone="accent">Nova</Chip>}
        {author === 'staff' && visibility === 'public' && (
          <span className="soft">{is_read ? 'Lida pelo cliente' : 'Ainda não lida'}</span>
        )}
      </header>
      <p className={css.text}>{text}</p>
      {attachments.length > 0 && (
        <ul className={css.files}>
          {attachments.map((attachment) => (
            <li key={attachment.attachment_id}>
              <Attachment {...attachment} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

/** A file to download, which leaves an audit line. */
function Attachment({ attachment_id, type, name, bytes }: TicketAttachment) {
  const file = type === 'application/pdf' ? deskDocumentFile : deskPictureFile
  return (
    <FileLink href={filePath(file, { attachment_id })}>
      Baixar {name} ({formatBytes(bytes)})
    </FileLink>
  )
}
