/** Why a photo is rejected. */
export type PhotoError = 'empty' | 'not-jpeg' | 'too-many-pixels' | 'unusual' | 'damaged'

export type CleanPhoto =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly error: PhotoError }

/** Messages for rejected photos. */
export const photoErrorMessages: Readonly<Record<PhotoError, string>> = {
  empty: 'Este campo não pode estar vazio',
  'not-jpeg': 'Envie uma foto em formato JPEG.',
  'too-many-pixels': 'A foto é grande demais. Tire outra com menos resolução.',
  unusual: 'Não conseguimos ler esta foto. Tire outra com a câmera do aparelho, por favor.',
  damaged: 'Não conseguimos abrir a foto. Tire outra, por favor.',
}
