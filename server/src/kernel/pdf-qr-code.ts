import { create } from 'qrcode'

/** Draws a QR code in a square of the page, as vectors. */
export const drawQrCode = (
  document: PDFKit.PDFDocument,
  code: string,
  { x, y, width }: { x: number; y: number; width: number },
): void => {
  const { size, data } = create(code, { errorCorrectionLevel: 'M' }).modules
  const module = width / size
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) document.rect(x + column * module, y + row * module, module, module)
  document.fill('#000000')
}
