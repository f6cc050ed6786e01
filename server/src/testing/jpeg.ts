import sharp from 'sharp'

/** A single-color photo. */
export const jpeg = (background = '#789'): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
