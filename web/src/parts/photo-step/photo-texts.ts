import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import type { Facing } from '../../platform/camera/camera.ts'

/** What can be photographed: identity for the recovery by support (spec §3), a receipt, or an attachment. */
export type PhotoName = IdentityPhoto | 'receipt' | 'attachment'

type PhotoRequest = { title: string; hint: string; shape: 'document' | 'person'; facing: Facing }

/** Wording of each camera screen (spec §2), and which camera it uses. */
export const photoRequests: Readonly<Record<PhotoName, PhotoRequest>> = {
  personal_id_front: {
    title: 'Tire uma foto da frente do seu documento',
    hint: 'Documentos aceitos: CNH, RG com CPF ou a nova identidade (CIN).',
    shape: 'document',
    facing: 'environment',
  },
  personal_id_back: {
    title: 'Tire uma foto do verso do seu documento',
    hint: 'O CPF precisa estar visível.',
    shape: 'document',
    facing: 'environment',
  },
  personal_id_selfie: {
    title: 'Tire uma selfie com o documento',
    hint: 'Mostre o documento e a data de hoje ao lado do rosto.',
    shape: 'person',
    facing: 'user',
  },
  receipt: {
    title: 'Tire uma foto da nota fiscal',
    hint: 'A loja, a data, o valor e o QR Code precisam estar legíveis.',
    shape: 'person',
    facing: 'environment',
  },
  attachment: {
    title: 'Tire uma foto para a equipe',
    hint: 'Mostre só o que ajuda a resolver: a foto fica no atendimento.',
    shape: 'person',
    facing: 'environment',
  },
}

/** Spec §8: camera access was denied; the flow is reset afterwards. */
export const cameraDeniedMessage =
  'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.'

/** The browser has no camera. */
export const cameraUnsupportedMessage =
  'Seu navegador não permite usar a câmera. Abra esta página em outro navegador ou procure o balcão.'

/** The same at a kiosk, where there is no other browser. */
export const kioskCameraMessage = 'A câmera deste totem não está disponível. Procure o balcão.'
