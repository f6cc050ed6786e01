import { giftPictureFile, uploadGiftPictureCall } from '@clube/contract/free-gifts/picture-calls.ts'
import { bindFile } from '../../../http/bind-file.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { PictureDeps } from '../deps.ts'
import { admitPicture, readPicture, uploadPicture } from './upload-picture.ts'

/** Binds the upload of pictures for campaigns, and the files of the public pictures. */
export const bindGiftPictures = (binder: Binder, deps: PictureDeps): void => {
  bindCall(
    binder,
    uploadGiftPictureCall,
    async ({ body, staff: { staff_id } }) => ({ data: await uploadPicture(deps, { ...body, staff_id }) }),
    ({ staff: { staff_id } }) => admitPicture(deps, staff_id),
  )
  bindFile(binder, giftPictureFile, ({ params }) => readPicture(deps, params.picture_id))
}
