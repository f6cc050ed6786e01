/** Rear camera (documents) or front camera (selfie) (spec §2). */
export type Facing = 'environment' | 'user'

/**
 * Why there is no camera. `denied`: the user or the device does not allow it; `unsupported`: the browser has
 * no camera API, or the page is not a secure context.
 */
export type CameraError = 'denied' | 'unsupported'

type OpenedCamera =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly error: CameraError }

/** The part of `navigator.mediaDevices` that opening needs. */
export type CameraDevices = Pick<MediaDevices, 'getUserMedia'>

/** Sufficient for a document's small print; the device may provide less. */
const idealSize = { width: { ideal: 1920 }, height: { ideal: 1440 } }

/** Retrying cannot help when there is no camera; any other failure may be temporary. */
const cameraErrorOf = (error: unknown): CameraError => {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name === 'NotFoundError' || name === 'NotSupportedError' || name === 'TypeError'
    ? 'unsupported'
    : 'denied'
}

/**
 * Opens a camera, requesting permission if needed. Never throws. A camera that opens after `signal` was
 * aborted is stopped immediately: null.
 * @param onEnded called when the device stops it, for instance because permission was revoked
 */
export async function openCamera(input: {
  facing: Facing
  signal: AbortSignal
  onEnded?: () => void
  devices?: CameraDevices | undefined
}): Promise<OpenedCamera | null> {
  // Old browsers and insecure contexts lack this object.
  const devices = 'devices' in input ? input.devices : navigatorDevices()
  if (!devices || typeof devices.getUserMedia !== 'function') return { ok: false, error: 'unsupported' }
  try {
    const stream = await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: input.facing }, ...idealSize },
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
    return { ok: true, stream }
  } catch (error) {
    return input.signal.aborted ? null : { ok: false, error: cameraErrorOf(error) }
  }
}

const navigatorDevices = (): CameraDevices | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator.mediaDevices as MediaDevices | undefined)
