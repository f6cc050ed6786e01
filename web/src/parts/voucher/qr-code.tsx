import { useEffect, useState } from 'react'
import css from './voucher.module.css'

/** Quiet zone around the code, in modules; many scanners need it. */
const quietModules = 4

type Drawn = { size: number; path: string }

/** A QR code as one path, drawn once the encoder has loaded; always black on white. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let gone = false
    draw(text).then(
      (made) => gone || setDrawn(made),
      // If the encoder did not load, the written code below still works.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [text])
  if (!drawn) return <div className={css.qr} aria-hidden="true" />
  const side = drawn.size + 2 * quietModules
  return (
    <svg
      className={css.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path transform={`translate(${quietModules} ${quietModules})`} d={drawn.path} />
    </svg>
  )
}

async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  let path = ''
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) path += `M${column} ${row}h1v1h-1z`
  return { size, path }
}
