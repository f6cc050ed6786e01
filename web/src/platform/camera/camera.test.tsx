import { describe, expect, it, vi } from 'vitest'
import { openCamera, type CameraDevices } from './camera.ts'
import { convertPhoto } from './convert-photo.ts'
import { fitPhoto, takePhoto } from './take-photo.ts'

const createTrack = () => Object.assign(new EventTarget(), { stop: vi.fn<() => void>() })
const streamOf = (...tracks: ReturnType<typeof createTrack>[]) =>
  ({ getTracks: () => tracks, getVideoTracks: () => tracks }) as unknown as MediaStream
type GetUserMedia = CameraDevices['getUserMedia']

/** Opens the front camera; unless overridden, the signal is never aborted. */
const open = (getUserMedia: GetUserMedia, change: Partial<Parameters<typeof openCamera>[0]> = {}) =>
  openCamera({ facing: 'user', signal: neverAborted(), devices: { getUserMedia }, ...change })
const neverAborted = () => new AbortController().signal
const failWith = (name: string) => () => Promise.reject(new DOMException('no', name))
const unsupported = { ok: false, error: 'unsupported' }

describe('opening a camera', () => {
  it.each(['environment', 'user'] as const)('opening the %s camera requests no audio', async (facing) => {
    const getUserMedia = vi.fn<GetUserMedia>().mockResolvedValue(streamOf(createTrack()))
    expect(await open(getUserMedia, { facing })).toMatchObject({ ok: true })
    expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({
      audio: false,
      video: { facingMode: { ideal: facing }, width: { ideal: 1920 }, height: { ideal: 1440 } },
    })
  })

  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotReadableError', 'denied'],
    ['AbortError', 'denied'],
    ['NotFoundError', 'unsupported'],
    ['NotSupportedError', 'unsupported'],
  ] as const)('a camera that fails with %s is %s', async (name, error) => {
    expect(await open(failWith(name))).toEqual({ ok: false, error })
  })

  it('a browser without the camera API is unsupported', async () => {
    expect(await openCamera({ facing: 'user', signal: neverAborted() })).toEqual(unsupported)
    for (const devices of [undefined, {} as CameraDevices])
      expect(await openCamera({ facing: 'user', signal: neverAborted(), devices })).toEqual(unsupported)
  })

  it('leaving the camera screen stops every camera track', async () => {
    const tracks = [createTrack(), createTrack()]
    const controller = new AbortController()
    await open(() => Promise.resolve(streamOf(...tracks)), { signal: controller.signal })
    for (const track of tracks) expect(track.stop).not.toHaveBeenCalled()
    controller.abort()
    for (const track of tracks) expect(track.stop).toHaveBeenCalledOnce()
  })

  it('a camera granted after leaving is stopped immediately', async () => {
    const track = createTrack()
    const controller = new AbortController()
    const granting = Promise.withResolvers<MediaStream>()
    const opened = open(() => granting.promise, { signal: controller.signal })
    controller.abort()
    granting.resolve(streamOf(track))
    expect(await opened).toBe(null)
    expect(track.stop).toHaveBeenCalledOnce()
  })

  it('a camera denied after leaving is ignored', async () => {
    const controller = new AbortController()
    const opened = open(failWith('NotAllowedError'), { signal: controller.signal })
    controller.abort()
    expect(await opened).toBe(null)
  })

  it('the caller is notified when the device stops the camera', async () => {
    const track = createTrack()
    const onEnded = vi.fn<() => void>()
    const controller = new AbortController()
    const grant = () => Promise.resolve(streamOf(track))
    await open(grant, { onEnded })
    expect(onEnded).not.toHaveBeenCalled()
    track.dispatchEvent(new Event('ended'))
    expect(onEnded).toHaveBeenCalledOnce()
    await open(grant, { signal: controller.signal, onEnded })
    controller.abort()
    track.dispatchEvent(new Event('ended'))
    expect(onEnded).toHaveBeenCalledOnce()
  })
})

/** A fake canvas, which jsdom lacks. */
const fakeCanvas = (write: (type: string, quality: number) => Blob | null) => {
  const drawImage = vi.fn<(...values: unknown[]) => void>()
  const canvas = {
    getContext: () => ({ drawImage, fillRect: () => {} }),
    toBlob: (done: (blob: Blob | null) => void, type: string, quality: number) => done(write(type, quality)),
  }
  vi.spyOn(document, 'createElement').mockReturnValueOnce(canvas as unknown as HTMLCanvasElement)
  return drawImage
}

describe('a photo', () => {
  const videoOf = (width: number, height: number) => {
    const size = { videoWidth: { value: width }, videoHeight: { value: height } }
    return Object.defineProperties(document.createElement('video'), size)
  }
  it('a photo is at most 2000 px on its longest side, keeps its aspect ratio and is never enlarged', () => {
    expect(fitPhoto(4000, 3000)).toEqual({ width: 2000, height: 1500 })
    expect(fitPhoto(1080, 4000)).toEqual({ width: 540, height: 2000 })
    expect(fitPhoto(640, 480)).toEqual({ width: 640, height: 480 })
  })

  it('a photo is a JPEG of the whole frame', async () => {
    const blob = new Blob(['x'], { type: 'image/jpeg' })
    const video = videoOf(4000, 3000)
    const drawImage = fakeCanvas((type) => (type === 'image/jpeg' ? blob : null))
    expect(await takePhoto(video)).toBe(blob)
    expect(drawImage.mock.calls).toEqual([[video, 0, 0, 2000, 1500]])
  })

  it('a photo of more than 5 MB is encoded with lower quality', async () => {
    const qualities: number[] = []
    const video = videoOf(2000, 1500)
    fakeCanvas((type, quality) => {
      qualities.push(quality)
      return new Blob([new Uint8Array(quality > 0.8 ? 5 * 1024 * 1024 + 1 : 10)], { type })
    })
    expect((await takePhoto(video))?.size).toBe(10)
    expect(qualities).toEqual([0.9, 0.75])
  })

  it('there is no photo before the first frame, or when the browser cannot encode JPEG', async () => {
    expect(await takePhoto(videoOf(0, 0))).toBe(null)
    const video = videoOf(10, 10)
    for (const encoded of [new Blob(['x'], { type: 'image/png' }), null]) {
      fakeCanvas(() => encoded)
      expect(await takePhoto(video)).toBe(null)
    }
  })
})

describe('a chosen picture', () => {
  const jpeg = new Blob(['x'], { type: 'image/jpeg' })
  /** Fakes the browser's decoder: every picture has this size, or none can be decoded. */
  const decodeAs = (size: { width: number; height: number } | null) => {
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} })
    const image = {
      ownerDocument: document,
      naturalWidth: size?.width,
      naturalHeight: size?.height,
      decode: () => (size ? Promise.resolve() : Promise.reject(new DOMException('no', 'EncodingError'))),
    }
    vi.stubGlobal('Image', function Image() {
      return image
    })
    return image
  }

  it('a JPEG within the limits is not changed', async () => {
    decodeAs({ width: 4000, height: 3000 })
    const file = new File(['x'], 'nota.jpg', { type: 'image/jpeg' })
    expect(await convertPhoto(file)).toBe(file)
  })

  it.each([
    ['in another format', 'image/heic', 1, { width: 4000, height: 3000 }, [2000, 1500]],
    ['of more than 5 MB', 'image/jpeg', 5 * 1024 * 1024 + 1, { width: 4000, height: 3000 }, [2000, 1500]],
    ['of more than 25 megapixels', 'image/jpeg', 1, { width: 8000, height: 6000 }, [2000, 1500]],
    ['that is small', 'image/png', 1, { width: 600, height: 800 }, [600, 800]],
  ] as const)(
    'a picture %s is encoded as a JPEG within the limits',
    async (_case, type, bytes, size, scaled) => {
      const image = decodeAs(size)
      const drawImage = fakeCanvas(() => jpeg)
      expect(await convertPhoto(new Blob([new Uint8Array(bytes)], { type }))).toBe(jpeg)
      expect(drawImage.mock.calls).toEqual([[image, 0, 0, ...scaled]])
    },
  )

  it('a file that the browser cannot decode yields no photo', async () => {
    decodeAs(null)
    expect(await convertPhoto(new Blob(['x'], { type: 'image/heic' }))).toBe(null)
  })
})
