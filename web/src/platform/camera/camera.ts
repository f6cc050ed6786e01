/** Which camera: the one at the back (documents) or the one that looks at the person (spec §2). */
export type Facing = 'environment' | 'user'

/**
 * Why there is no camera. `denied`: the person or the device does not allow it now; `unsupported`: this browser has
 * none to give, or the page is not served safely enough to be given one.
 */
export type CameraFault = 'denied' | 'unsupported'

export type Camera = {
  readonly stream: MediaStream
  /** Ends it: the device's light goes out. */
  readonly stop: () => void
}

export type OpenedCamera =
  | { readonly ok: true; readonly camera: Camera }
  | { readonly ok: false; readonly fault: CameraFault }

/** The part of `navigator.mediaDevices` that opening needs. */
export type CameraDevices = Pick<MediaDevices, 'getUserMedia'>

/** Enough to read a document's small print; the device gives what it has. */
const wanted = { width: { ideal: 1920 }, height: { ideal: 1440 } }

/** A camera that is not there will not be there after trying again; everything else may. */
const faultOf = (error: unknown): CameraFault => {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name === 'NotFoundError' || name === 'NotSupportedError' || name === 'TypeError'
    ? 'unsupported'
    : 'denied'
}

/**
 * Opens a camera; asks for permission where the browser has to. Never throws. A camera that comes after `signal` was
 * aborted is ended at once: null.
 * @param onEnded called when the device ends it by itself, for instance because the permission was taken back
 */
export async function openCamera(input: {
  facing: Facing
  signal: AbortSignal
  onEnded?: () => void
  devices?: CameraDevices | undefined
}): Promise<OpenedCamera | null> {
  // Old browsers and pages on plain http have no such object at all.
  const devices = 'devices' in input ? input.devices : navigatorDevices()
  if (!devices || typeof devices.getUserMedia !== 'function') return { ok: false, fault: 'unsupported' }
  try {
    const stream = await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: input.facing }, ...wanted },
    })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    if (input.signal.aborted) {
      stop()
      return null
    }
    input.signal.addEventListener('abort', stop, { once: true })
    for (const track of stream.getVideoTracks())
      track.addEventListener('ended', () => input.onEnded?.(), { once: true, signal: input.signal })
    return { ok: true, camera: { stream, stop } }
  } catch (error) {
    return input.signal.aborted ? null : { ok: false, fault: faultOf(error) }
  }
}

const navigatorDevices = (): CameraDevices | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator.mediaDevices as MediaDevices | undefined)
