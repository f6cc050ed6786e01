/** The server's message for a JPEG that does not come from a camera. */
export const unusualPhotoMessage =
  'Não conseguimos ler esta foto. Tire outra com a câmera do aparelho, por favor.'

/** The picture of the fake camera: a room with a card in the middle. */
const drawRoom = (canvas: HTMLCanvasElement): void => {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const room = context.createLinearGradient(0, 0, width, height)
  room.addColorStop(0, '#b8a58f')
  room.addColorStop(1, '#6d5a48')
  context.fillStyle = room
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#e9f0e4'
  context.beginPath()
  context.roundRect(width * 0.16, height * 0.42, width * 0.68, height * 0.22, 18)
  context.fill()
  context.fillStyle = '#2f6b4f'
  context.fillRect(width * 0.16, height * 0.44, width * 0.68, height * 0.035)
}

const replaceOnDevice = (name: string, value: unknown): void =>
  void Object.defineProperty(navigator, name, { configurable: true, value })

/** Those of the fake camera. */
const timers: ReturnType<typeof setInterval>[] = []

/** Gives any device a fake phone camera. */
export const fakePhone = (): void => {
  replaceOnDevice(
    'userAgent',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36',
  )
  replaceOnDevice('userAgentData', { mobile: true })
  const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 1280 })
  drawRoom(canvas)
  const getUserMedia = async (): Promise<MediaStream> => {
    const stream = canvas.captureStream(5)
    // A canvas that does not change sends no frames.
    timers.push(setInterval(() => drawRoom(canvas), 200))
    return stream
  }
  replaceOnDevice('mediaDevices', { getUserMedia })
}

/** A phone whose owner denied camera access. */
export const fakePhoneWithoutCamera = (): void => {
  fakePhone()
  const getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  replaceOnDevice('mediaDevices', { getUserMedia })
}

/** Restores the device's own functions. */
export const restoreDevice = (): void => {
  for (const timer of timers.splice(0)) clearInterval(timer)
  for (const name of ['userAgent', 'userAgentData', 'mediaDevices']) Reflect.deleteProperty(navigator, name)
}
