import { attachmentLimit, attachmentMaxBytes } from '@clube/contract/customer-service/service-ticket.ts'
import { useId, useRef, useState, type ChangeEvent } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { FieldNote } from '../../kit/field/field.tsx'
import { Icon, Outline } from '../../kit/icon/icon.tsx'
import { useLeaveGuard } from '../../platform/navigation/leave-guard.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { lazyPart, loadPart } from '../lazy-part.tsx'
import css from './attachments.module.css'
import { fileIconPath, formatBytes } from './file-facts.ts'
import type { UploadItem, Uploads } from './use-uploads.ts'

const PhotoDialog = lazyPart(async () => (await import('../photo-step/photo-dialog.tsx')).PhotoDialog, null)

type AttachmentFieldProps = {
  uploads: Uploads
  error: string | undefined
}

/** The error path of the field, as the calls name it. */
export const attachmentsPath = 'attachments'

/** Attachments from the camera, the device's pictures or its PDFs; a kiosk has only a camera. */
export function AttachmentField({ uploads, error }: AttachmentFieldProps) {
  const id = useId()
  const pictures = useRef<HTMLInputElement>(null)
  const documents = useRef<HTMLInputElement>(null)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const openCamera = async () => setCameraOpen(await loadPart(PhotoDialog))
  const { items } = uploads
  // Drafts store no files.
  const leaving = useLeaveGuard(items.some(isUnfinished))
  const isFull = items.length >= attachmentLimit
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    // The same file can be chosen again after a failure.
    currentTarget.value = ''
    if (files.length > 0) uploads.add(files)
  }
  return (
    <>
      <fieldset
        className={`tight ${css.field}`}
        data-path={attachmentsPath}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
      >
        <legend className={css.legend}>Anexos (opcional)</legend>
        {items.length > 0 && (
          <ul className={`lines ${css.items}`}>
            {items.map((item) => (
              <li key={item.id}>
                <Attachment item={item} uploads={uploads} />
              </li>
            ))}
          </ul>
        )}
        {!isFull && (
          <div className={css.sources}>
            <Button variant="outline" compact onClick={() => void openCamera()}>
              Tirar foto
            </Button>
            {!isKiosk() && (
              <>
                <Button variant="outline" compact onClick={() => pictures.current?.click()}>
                  Galeria
                </Button>
                <Button variant="outline" compact onClick={() => documents.current?.click()}>
                  PDF
                </Button>
              </>
            )}
          </div>
        )}
        <FieldNote
          id={`${id}-note`}
          error={error ?? uploads.note ?? undefined}
          helper={`Até ${attachmentLimit} ${isKiosk() ? 'fotos' : 'fotos ou PDFs'}, de até ${attachmentMaxBytes / 1024 / 1024} MB cada.`}
        />
      </fieldset>
      <input
        ref={pictures}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Escolher fotos"
        onChange={choose}
      />
      <input
        ref={documents}
        type="file"
        accept="application/pdf,.pdf"
        multiple
        hidden
        aria-label="Escolher PDFs"
        onChange={choose}
      />
      <output className="sr-only">{items.map(announcementOf).join(' ')}</output>
      <ConfirmDialog
        {...leaving}
        title="Sair desta página?"
        confirm="Sair sem o anexo"
        cancelLabel="Ficar aqui"
      >
        <p>
          Um anexo ainda não foi enviado e será perdido. O texto fica guardado, se este aparelho permitir.
        </p>
      </ConfirmDialog>
      {isCameraOpen && (
        <PhotoDialog
          photo="attachment"
          title="Foto para o atendimento"
          onPhoto={(photo) => {
            setCameraOpen(false)
            uploads.add([photo])
          }}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </>
  )
}

/** Whether the file could still be uploaded. */
const isUnfinished = (item: UploadItem): boolean =>
  item.kind === 'failed' ? item.canRetry : item.kind === 'waiting' || item.kind === 'uploading'

/** Announced when an upload ends, not while it progresses. */
const announcementOf = ({ kind, name }: UploadItem): string =>
  kind === 'uploaded' ? `${name}: enviado.` : kind === 'failed' ? `${name}: não foi enviado.` : ''

function Attachment({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { id, name, bytes } = item
  return (
    <div className={css.item}>
      <Outline path={fileIconPath} size={24} />
      <div className={css.about}>
        <p className={css.name}>{name}</p>
        <State item={item} />
        {item.kind === 'failed' && item.canRetry && (
          <p className={css.retry}>
            <Button
              variant="quiet"
              compact
              aria-label={`Tentar de novo: ${name}`}
              onClick={() => uploads.retry(id)}
            >
              Tentar de novo
            </Button>
          </p>
        )}
      </div>
      <button
        type="button"
        className={css.remove}
        aria-label={`Retirar ${name}, ${formatBytes(bytes)}`}
        onClick={() => uploads.remove(id)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

function State({ item }: { item: UploadItem }) {
  switch (item.kind) {
    case 'waiting':
      return <p className="soft small">Na fila</p>
    case 'uploading':
      return (
        <progress className={css.bar} aria-label={`Enviando ${item.name}`} value={item.fraction} max={1} />
      )
    case 'uploaded':
      return <p className="soft small figures">{formatBytes(item.upload.bytes)}, enviado</p>
    case 'failed':
      return <p className={`small ${css.failed}`}>{item.message}</p>
    case 'missing':
      return <p className={`small ${css.failed}`}>Não foi enviado. Anexe o arquivo de novo.</p>
    default:
      return item satisfies never
  }
}
