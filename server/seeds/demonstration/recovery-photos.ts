import { formatDate, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import sharp from 'sharp'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { strokeText } from '../../src/modules/photos/index.ts'

/** The person in the drawings. */
type PhotoSubject = { readonly name: string; readonly document_id: string; readonly birth_date: string }

const quality = 86
const hair = '#5a3a2c'
const skin = '#d9a07c'

/**
 * Drawn photos of a request: the front and back of a fictitious document, and a selfie with it and the date
 * on a sheet of paper. Servers have no fonts, so letters are drawn as strokes.
 */
export const drawRecoveryPhotos = async (input: {
  person: PhotoSubject
  day: Date
}): Promise<{ purpose: IdentityPhoto; bytes: Buffer }[]> => {
  const day = formatDate(input.day, defaultTimeZone)
  const pictures: readonly [IdentityPhoto, string][] = [
    ['personal_id_front', onTable(front(input.person))],
    ['personal_id_back', onTable(back(input.person))],
    ['personal_id_selfie', selfie(input.person, day)],
  ]
  return Promise.all(
    pictures.map(async ([purpose, svg]) => ({
      purpose,
      bytes: await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer(),
    })),
  )
}

/** Text at a position, `size` high. */
const drawText = (text: string, style: { x: number; y: number; size: number; ink?: string }): string => {
  const { x, y, size, ink = '#27303a' } = style
  return `<path d="${strokeText(text).path}" transform="translate(${x} ${y}) scale(${size / 6})" fill="none"
    stroke="${ink}" stroke-width="0.8" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Head and shoulders in a box of 200 × 240. */
const portrait = `
  <path d="M10 240c4-58 44-78 90-78s86 20 90 78Z" fill="#3f6f78"/>
  <path d="M78 138h44v34c0 14-10 22-22 22s-22-8-22-22Z" fill="#c98f6c"/>
  <path d="M38 120C26 44 62 14 100 14s74 30 62 106c-2 26-10 46-20 58H58c-10-12-18-32-20-58Z" fill="${hair}"/>
  <path d="M56 92c0-36 20-52 44-52s44 16 44 52c0 42-18 76-44 76s-44-34-44-76Z" fill="${skin}"/>
  <path d="M54 96c0-38 22-58 50-58s44 20 42 56c-22-4-40-16-50-32-8 18-24 30-42 34Z" fill="${hair}"/>
  <path d="M78 100v5M122 100v5M100 106v14h-6M84 140c10 8 22 8 32 0" fill="none" stroke="#3a2a22" stroke-width="4"
    stroke-linecap="round" stroke-linejoin="round"/>`

/** A CPF with punctuation. */
const formatCpf = (cpf: string): string => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
const formatBirthDate = (birth_date: string): string => birth_date.split('-').toReversed().join('/')

/** A card of 960 × 600, clearly a sample and unlike any real document. */
const card = (content: string): string => `
  <rect width="960" height="600" rx="36" fill="#e9f0e4"/>
  <rect width="960" height="600" rx="36" fill="url(#waves)" opacity="0.7"/>
  <g opacity="0.16" transform="rotate(-24 480 300)">${drawText('AMOSTRA', { x: 130, y: 250, size: 104, ink: '#8a1f2d' })}</g>
  ${content}
  <rect x="2" y="2" width="956" height="596" rx="34" fill="none" stroke="#9fb59a" stroke-width="4"/>`

const front = ({ name, birth_date }: PhotoSubject): string =>
  card(`
  <path d="M0 96V36A36 36 0 0 1 36 0H924a36 36 0 0 1 36 36V96Z" fill="#2f6b4f"/>
  ${drawText('IDENTIDADE DE AMOSTRA', { x: 56, y: 32, size: 34, ink: '#ffffff' })}
  <rect x="56" y="150" width="250" height="310" rx="14" fill="#cfdcd3"/>
  <g transform="translate(66 166) scale(1.15 1.2)">${portrait}</g>
  ${drawText('NOME', { x: 350, y: 160, size: 18, ink: '#5d6b64' })}
  ${drawText(name, { x: 350, y: 196, size: 28 })}
  ${drawText('NASCIMENTO', { x: 350, y: 282, size: 18, ink: '#5d6b64' })}
  ${drawText(formatBirthDate(birth_date), { x: 350, y: 318, size: 28 })}
  ${drawText('VALIDADE', { x: 650, y: 282, size: 18, ink: '#5d6b64' })}
  ${drawText('30/08/2032', { x: 650, y: 318, size: 28 })}
  <path d="M352 470c40-50 58 20 86-20s40 34 74-14 50 26 88-6 66 10 96-8" fill="none" stroke="#2b3f78" stroke-width="4"
    stroke-linecap="round"/>
  <path d="M350 492H720" stroke="#5d6b64" stroke-width="2"/>
  ${drawText('ASSINATURA', { x: 350, y: 508, size: 16, ink: '#5d6b64' })}`)

const back = ({ document_id }: PhotoSubject): string =>
  card(`
  <rect y="64" width="960" height="96" fill="#2b3137"/>
  ${drawText('CPF', { x: 70, y: 220, size: 20, ink: '#5d6b64' })}
  ${drawText(formatCpf(document_id), { x: 70, y: 258, size: 44 })}
  ${drawText('REGISTRO', { x: 70, y: 362, size: 20, ink: '#5d6b64' })}
  ${drawText('00.000.000-0', { x: 70, y: 398, size: 30 })}
  ${drawText('DOCUMENTO DE DEMONSTRACAO, SEM VALOR', { x: 70, y: 500, size: 22, ink: '#8a1f2d' })}
  <g transform="translate(690 240)" fill="#27303a">${squares()}</g>`)

/** A decorative square that looks like a QR code. */
const squares = (): string =>
  Array.from({ length: 100 }, (_, i) => ({ x: i % 10, y: Math.floor(i / 10) }))
    .filter(({ x, y }) => (x * 7 + y * 5 + x * y) % 3 === 0)
    .map(({ x, y }) => `<rect x="${x * 20}" y="${y * 20}" width="20" height="20"/>`)
    .join('')

const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <pattern id="waves" width="80" height="40" patternUnits="userSpaceOnUse">
      <path d="M0 20c20-20 20 20 40 0s20 20 40 0M0 40c20-20 20 20 40 0s20 20 40 0" fill="none" stroke="#b9cdb4" stroke-width="2"/>
    </pattern>
    <linearGradient id="wood" x2="1" y2="1"><stop stop-color="#8d6a4c"/><stop offset="1" stop-color="#6f4f37"/></linearGradient>
    <radialGradient id="room" cy="0.3"><stop stop-color="#f3e6d6"/><stop offset="1" stop-color="#cdb7a1"/></radialGradient>
  </defs>${content}</svg>`

/** A card photographed from above at a slight angle. */
const onTable = (content: string): string =>
  svg(
    1280,
    960,
    `<rect width="1280" height="960" fill="url(#wood)"/>
  <path d="M0 210H1280M0 470H1280M0 720H1280" stroke="#5f432f" stroke-width="5" opacity="0.6"/>
  <g transform="rotate(-3 640 480) translate(160 180)">
    <rect x="10" y="16" width="960" height="600" rx="36" fill="#000" opacity="0.28"/>${content}
  </g>`,
  )

/** The person with the card on one side and the date on the other. */
const selfie = (person: PhotoSubject, day: string): string =>
  svg(
    960,
    1280,
    `<rect width="960" height="1280" fill="url(#room)"/>
  <path d="M90 60h210v330H90Z" fill="#b8d3dc"/><path d="M195 60v330M90 225h210" stroke="#fff" stroke-width="12"/>
  <path d="M205 1280V800c0-20 40-40 100-60h350c60 20 100 40 100 60v480Z" fill="#3f6f78"/>
  <g transform="translate(200 180) scale(2.8)">${portrait}</g>
  <g transform="translate(30 800) rotate(-6) scale(0.4)">${front(person)}</g>
  <g transform="rotate(5 740 920)">
    <rect x="570" y="800" width="350" height="250" fill="#fdfdf8"/>
    <path d="M600 850H890M600 1000H890" stroke="#b9c6d8" stroke-width="3"/>
    ${drawText(day, { x: 604, y: 906, size: 30, ink: '#20307a' })}
  </g>
  <path d="M60 1280l60-190c14-52 40-70 76-64 40 8 56 38 52 86l-8 168ZM900 1280l-60-190c-14-52-40-70-76-64-40 8-56 38-52 86l8 168Z" fill="${skin}"/>`,
  )
