import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { FieldNote } from '../../../kit/field/field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { receiptDependentKeys } from '../../../parts/club-data/use-receipts.ts'
import { lazyPart, loadPart } from '../../../parts/lazy-part.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { convertPhoto } from '../../../platform/camera/convert-photo.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import css from './receipts.module.css'

const PhotoDialog = lazyPart(
  async () => (await import('../../../parts/photo-step/photo-dialog.tsx')).PhotoDialog,
  null,
)

type PhotoPromptProps = {
  receipt: Receipt
  onAdded?: (receipt: Receipt) => void
  /** True if this is the screen's primary action. */
  primary?: boolean
}

/** Invites the person to add a photo of a receipt: by camera, native app, or from the device's pictures. */
export function PhotoPrompt({ receipt, onAdded, primary = false }: PhotoPromptProps) {
  const { run } = useAction()
  const [isCameraOpen, setCameraOpen] = useState(false)
  const openCamera = async () => setCameraOpen(await loadPart(PhotoDialog))
  const file = useRef<HTMLInputElement>(null)
  const note = useId()
  // A form with one field, so that an unsuitable file is reported where the photo is chosen.
  const form = useForm({ initial: { photo: '' }, onSubmit: () => {} })
  const { purchase_id, photos } = receipt
  const upload = async (photo: Blob): Promise<void> => {
    setCameraOpen(false)
    form.reset()
    await run((send) => send(addReceiptPhotoCall, { body: { purchase_id, photo } }), {
      form,
      success: 'Foto recebida. Obrigado!',
      onSuccess: onAdded ?? (() => {}),
      refresh: receiptDependentKeys,
    })
  }
  const choose = async (picture: Blob): Promise<void> => {
    form.reset()
    const photo = await trackPending(convertPhoto(picture))
    if (photo) return upload(photo)
    form.setServerErrors([{ path: 'photo', message: unreadablePictureMessage }])
  }
  const closeCamera = () => setCameraOpen(false)
  return (
    <form {...form.props} className={`stack ${css.prompt}`}>
      <p>
        {photos === 0
          ? 'Uma foto da nota ajuda a equipe a conferir mais rápido.'
          : photos === 1
            ? 'Uma foto recebida. Se a nota for longa, envie outra.'
            : `${photos} fotos recebidas. Se a nota for longa, envie outra.`}
      </p>
      <div className={css.sources} data-path="photo">
        <Button
          variant={primary && photos === 0 ? 'primary' : 'outline'}
          compact
          onClick={() => void openCamera()}
        >
          {photos === 0 ? 'Fotografar a nota' : 'Tirar outra foto'}
        </Button>
        {/* A kiosk has no personal pictures. */}
        {!isKiosk() && (
          <Button variant="quiet" compact onClick={() => file.current?.click()}>
            Escolher uma foto
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label="Escolher uma foto da nota"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          // The same picture can be chosen again after a failure.
          currentTarget.value = ''
          if (chosen) void choose(chosen)
        }}
      />
      {form.errors.photo && <FieldNote id={note} error={form.errors.photo} />}
      {isCameraOpen && (
        <PhotoDialog
          photo="receipt"
          title="Foto da nota"
          onPhoto={(photo) => void upload(photo)}
          onClose={closeCamera}
        />
      )}
    </form>
  )
}

const unreadablePictureMessage =
  'Não conseguimos abrir esta imagem. Escolha uma foto em JPEG ou PNG, ou fotografe a nota.'
