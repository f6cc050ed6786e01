import { useEffect, useState } from 'react'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useBackToClose } from '../../kit/surface/use-back-to-close.ts'
import { PhotoStep } from './photo-step.tsx'
import type { PhotoName } from './photo-texts.ts'

type PhotoDialogProps = {
  photo: PhotoName
  title: string
  onPhoto: (photo: Blob) => void
  onClose: () => void
}

/** One photo, taken in a dialog over the page. */
export const PhotoDialog = ({ photo, title, onPhoto, onClose }: PhotoDialogProps) => (
  <Dialog open onClose={onClose} title={title}>
    <Camera photo={photo} onPhoto={onPhoto} onBack={onClose} />
  </Dialog>
)

type CameraProps = Pick<PhotoDialogProps, 'photo' | 'onPhoto'> & { onBack: () => void }

/** Rendered once the dialog is open: the camera's dialog must open last to be on top. */
function Camera({ photo, onPhoto, onBack }: CameraProps) {
  useBackToClose(onBack)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  return isOpen && <PhotoStep photo={photo} onPhoto={onPhoto} onBack={onBack} onReset={onBack} />
}
