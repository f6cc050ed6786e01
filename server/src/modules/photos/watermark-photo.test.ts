import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { strokeText } from './stroke-letters.ts'
import { watermarkPhoto } from './watermark-photo.ts'

const plain = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

const deviationInSixth = async (photo: Buffer, column: number, row: number) => {
  const { width, height } = await sharp(photo).metadata()
  const part = { width: Math.floor(width / 3), height: Math.floor(height / 2) }
  const { channels } = await sharp(photo)
    .extract({ left: column * part.width, top: row * part.height, ...part })
    .grayscale()
    .stats()
  return channels[0]?.stdev ?? 0
}

describe('the watermark', () => {
  it.each(['#ffffff', '#000000', '#777777'])(
    'the watermark covers every part of a picture in %s',
    async (background) => {
      const marked = await watermarkPhoto(await plain(background), 'Ana Souza 21/11/2026 14:32')
      expect(await sharp(marked).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 600 })
      for (const column of [0, 1, 2])
        for (const row of [0, 1]) expect(await deviationInSixth(marked, column, row)).toBeGreaterThan(4)
    },
  )

  it('the watermark depends on its text and accepts any text', async () => {
    const photo = await plain('#fff')
    const ana = await watermarkPhoto(photo, 'Ana')
    expect(ana.equals(await watermarkPhoto(photo, 'Bia'))).toBe(false)
    expect(await watermarkPhoto(photo, '"><script>☃</script>'.repeat(50))).toBeInstanceOf(Buffer)
    expect(await watermarkPhoto(photo, '')).toBeInstanceOf(Buffer)
  })

  it('the watermark draws letters without accents, side by side', () => {
    expect(strokeText('É1')).toEqual({ path: 'M4 0H0V6H4M0 3H3M7 1L8 0V6M7 6H9', width: 12 })
    expect(strokeText('<☃>').path).toBe('')
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:/-@_()')
      expect(strokeText(letter).path).not.toBe('')
  })
})
