import { useEffect, useState } from 'react'
import css from './voucher.module.css'

/** Quiet zone around the code, in modules; many scanners need it. */
const quietModules = 4

type QrPath = { size: number; path: string }

/** A QR code as one path, drawn once the encoder has loaded; always black on white. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrPath | null>(null)
  useEffect(() => {
    let isUnmounted = false
    draw(text).then(
      (drawn) => isUnmounted || setCode(drawn),
      // If the encoder did not load, the short code below still works.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [text])
  if (!code) return <div className={css.qr} aria-hidden="true" />
  const side = code.size + 2 * quietModules
  return (
    <svg
      className={css.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path transform={`translate(${quietModules} ${quietModules})`} d={code.path} />
    </svg>
  )
}

async function draw(text: string): Promise<QrPath> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  let path = ''
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) path += `M${column} ${row}h1v1h-1z`
  return { size, path }
}
