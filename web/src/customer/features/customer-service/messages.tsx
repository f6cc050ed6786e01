import { ownDocumentFile, ownPictureFile, type OwnMessage } from '@clube/contract/customer-service/calls.ts'
import type { TicketAttachment } from '@clube/contract/customer-service/service-ticket.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Icon, Outline } from '../../../kit/icon/icon.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { fileIconPath, formatBytes } from '../../../parts/attachments/file-facts.ts'
import { formatTime } from '../../../parts/club-time.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import css from './customer-service.module.css'
import { dayTitle, groupByDay } from './service-texts.ts'
import {
  removeWaitingReply,
  retryWaitingReply,
  useSendingReply,
  type WaitingReply,
} from './waiting-replies.ts'

type MessagesProps = {
  messages: readonly OwnMessage[]
  waiting: readonly WaitingReply[]
  /** Sends the waiting replies now. */
  onRetry: () => void
}

/** The conversation by day, oldest first, and the replies that were not sent yet. New messages are announced. */
export function Messages({ messages, waiting, onRetry }: MessagesProps) {
  const { end, hasUnseen, showEnd } = useFollowEnd(messages.length + waiting.length)
  return (
    <>
      <div role="log" aria-label="Mensagens" className={css.log}>
        {groupByDay(messages).map(({ entries }) => (
          <section
            key={entries[0]!.message_id}
            className="tight"
            aria-label={dayTitle(entries[0]!.created_at, serverNow())}
          >
            <h3 className={`soft small ${css.day}`}>{dayTitle(entries[0]!.created_at, serverNow())}</h3>
            {entries.map((message) => (
              <Message key={message.message_id} message={message} />
            ))}
          </section>
        ))}
        {waiting.map((reply) => (
          <UnsentReply key={reply.client_message_id} reply={reply} onRetry={onRetry} />
        ))}
      </div>
      <div ref={end} className={css.end} />
      {hasUnseen && (
        <div className={css.unseen}>
          <Button compact onClick={showEnd}>
            Ver a mensagem nova
            <Icon name="down" />
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * Scrolls to the end of the conversation when it opens, and to new messages while the end is visible. A person who reads
 * earlier messages is not moved: a button appears instead.
 */
function useFollowEnd(count: number) {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasUnseen, setUnseen] = useState(false)
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => {
      isAtEnd.current = entry?.isIntersecting ?? true
      if (isAtEnd.current) setUnseen(false)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  const showEnd = () => end.current?.scrollIntoView({ block: 'nearest' })
  useEffect(() => {
    if (isAtEnd.current) showEnd()
    else setUnseen(true)
  }, [count])
  return { end, hasUnseen, showEnd }
}

function Message({ message }: { message: OwnMessage }) {
  const { attachments, author, author_name, created_at, text } = message
  if (author === 'system') return <p className={`soft small ${css.system}`}>{text}</p>
  return (
    <Bubble author={author} name={author === 'customer' ? 'Você' : (author_name ?? 'Equipe do clube')}>
      <p className={css.text}>{text}</p>
      {attachments.length > 0 && (
        <ul className={`tight ${css.files}`}>
          {attachments.map((attachment) => (
            <li key={attachment.attachment_id}>
              <AttachmentLink attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
      <p className={`small figures ${css.time}`}>{formatTime(created_at)}</p>
    </Bubble>
  )
}

type BubbleProps = { author: 'customer' | 'staff'; name: string; children: ReactNode }

const Bubble = ({ author, name, children }: BubbleProps) => (
  <article className={css.message} data-author={author} aria-label={name}>
    <p className={`small ${css.author}`}>{name}</p>
    {children}
  </article>
)

/** A file of the conversation. At a kiosk nothing is saved, so it is only named. */
function AttachmentLink({ attachment }: { attachment: TicketAttachment }) {
  const { attachment_id, bytes, name, type } = attachment
  const label = `${name}, ${formatBytes(bytes)}`
  const content = (
    <>
      <Outline path={fileIconPath} size={20} />
      <span>{label}</span>
    </>
  )
  if (isKiosk()) return <span className={css.file}>{content}</span>
  const file = type === 'application/pdf' ? ownDocumentFile : ownPictureFile
  return (
    <FileLink href={filePath(file, { attachment_id })} name={name}>
      <span className={css.file}>{content}</span>
    </FileLink>
  )
}

/** A reply that the club has not received: it waits for the connection, is being sent, or was refused. */
function UnsentReply({ reply, onRetry }: { reply: WaitingReply; onRetry: () => void }) {
  const { attachments, client_message_id, message, refusal } = reply
  const isSending = useSendingReply() === client_message_id
  const removal = useDialog()
  const retry = () => {
    retryWaitingReply(client_message_id)
    onRetry()
  }
  return (
    <Bubble author="customer" name="Você">
      <p className={css.text}>{message}</p>
      {attachments.map(({ upload_id, name }) => (
        <p key={upload_id} className={css.file}>
          <Outline path={fileIconPath} size={20} />
          <span>{name}</span>
        </p>
      ))}
      <p className={`small ${refusal === null ? css.pending : css.refused}`} role="status">
        {refusal ?? (isSending ? 'Enviando…' : 'Ainda não enviada. Vai assim que a conexão voltar.')}
      </p>
      {!isSending && (
        <p className={`row ${css.retry}`}>
          <Button variant="quiet" compact onClick={retry}>
            Tentar agora
          </Button>
          <Button variant="quiet" compact onClick={removal.open}>
            Apagar
          </Button>
        </p>
      )}
      <ConfirmDialog
        {...removal.props}
        title="Apagar esta resposta?"
        confirm="Sim, apagar"
        cancelLabel="Manter a resposta"
        onConfirm={() => removeWaitingReply(client_message_id)}
      >
        <p>A equipe não recebeu esta resposta. O texto e os anexos serão perdidos.</p>
      </ConfirmDialog>
    </Bubble>
  )
}
