import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { usePhotoUrl } from '../../../../kit/camera-frame/use-photo-url.ts'
import { signInTitles } from '../sign-in-titles.ts'
import css from './support.module.css'

/** Alt text of each photo. */
export const photoNames: Readonly<Record<IdentityPhoto, string>> = {
  personal_id_front: signInTitles.personalIDFront,
  personal_id_back: signInTitles.personalIDBack,
  personal_id_selfie: signInTitles.personalIDSelfie,
}

/** A photo that exists only in this page's memory. */
export function TakenPhoto({ photo, name, large }: { photo: Blob; name: string; large?: boolean }) {
  const url = usePhotoUrl(photo)
  return (
    <figure className={`soft small ${css.photo}`} data-large={large ? '' : undefined}>
      {url && <img src={url} alt={name} />}
      {!large && <figcaption aria-hidden="true">{name}</figcaption>}
    </figure>
  )
}
