import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { gifts, giftSettings, useGiftsClub } from '../gifts-club.testing.ts'
import { listPictureErrors } from './picture-errors.ts'
import { markPurged, lockDuePictures } from './picture-store.ts'
import { purgePictures } from './purge-pictures.ts'
import { seedPicture } from './seed-picture.ts'

const club = useGiftsClub()
const settingsWith = (picture_id: string) => ({
  ...giftSettings,
  gifts: [{ ...gifts.cup, picture: { picture_id, alternative_text: 'Um copo azul' } }],
})
const purge = () =>
  purgePictures({ db: club.database.db, clock: club.clock.now, photos: { store: club.store } })

/** A stored picture that is due and that nothing uses yet. */
const duePicture = async (): Promise<string> => {
  const picture_id = randomUUID()
  const now = new Date(club.clock.now().getTime() - 8 * 24 * 3_600_000)
  const draw = async () => Buffer.from('a picture')
  await seedPicture(
    { db: club.database.db, store: club.store, now },
    { picture_id, uploaded_by: 'ana', draw },
  )
  return picture_id
}
const isStored = (picture_id: string) => club.store.objects.has(`gift-pictures/${picture_id}`)

test('a picture that an approval has just checked is not purged before the approval ends', async () => {
  const picture_id = await duePicture()
  await inTransaction(club.database.db, async (tx) => {
    expect(await listPictureErrors(tx, [{ id: 'x', settings: settingsWith(picture_id) }])).toEqual(new Map())
    await purge()
    expect(isStored(picture_id)).toBe(true)
  })
  await purge()
  expect(isStored(picture_id)).toBe(false)
})

test('an approval that checks a picture while it is being purged is refused', async () => {
  const picture_id = await duePicture()
  const { db } = club.database
  let checked: Promise<unknown> = Promise.resolve()
  await inTransaction(db, async (tx) => {
    expect(await lockDuePictures(tx, club.clock.now(), 10)).toContain(picture_id)
    checked = inTransaction(db, (other) =>
      listPictureErrors(other, [{ id: 'x', settings: settingsWith(picture_id) }]),
    )
    await markPurged(tx, [picture_id], club.clock.now())
  })
  expect(await checked).toEqual(
    new Map([['x', [{ path: 'gifts.0.picture', message: expect.any(String) as string }]]]),
  )
})

test('two concurrent purges delete unused pictures, and a failed deletion is retried', async () => {
  const pictures = [await duePicture(), await duePicture()]
  const [failing = ''] = pictures
  club.store.undeletable.add(`gift-pictures/${failing}`)
  await Promise.all([purge(), purge()])
  expect(pictures.map(isStored)).toEqual([true, false])
  club.store.undeletable.clear()
  await purge()
  expect(pictures.map(isStored)).toEqual([false, false])
  const rows = await club.database.db.selectFrom('gift_picture').select('id').execute()
  expect(rows).toEqual([])
})
