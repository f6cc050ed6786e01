import { act, fireEvent, render, screen } from '@testing-library/react'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HostWindow } from '../../platform/native-bridge/handle-pictures.ts'
import { expectToast, press, settle, setUpScreens } from '../../testing/screen-test.tsx'
import { PhotoStep } from './photo-step.tsx'
import { SelfieInstructions } from './selfie-instructions.tsx'
import { saveServiceChannel } from '../../platform/storage/service-channel.ts'

const track = Object.assign(new EventTarget(), { stop: vi.fn<() => void>() })
const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
const getUserMedia = vi.fn<MediaDevices['getUserMedia']>()
const host = window as Window & HostWindow
const calls = { onPhoto: vi.fn<(photo: Blob) => void>(), onBack: vi.fn(), onReset: vi.fn() }
const setDevices = (mediaDevices: unknown) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices })
const denied = 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.'

setUpScreens()
beforeEach(() => {
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} })
  setDevices({ getUserMedia })
  getUserMedia.mockResolvedValue(stream)
})
afterEach(() => {
  delete host.ClubeApp
})

const open = async (photo: IdentityPhoto = 'personal_id_front') => {
  const view = render(<PhotoStep photo={photo} {...calls} />)
  await settle()
  return view
}

describe('the camera screens', () => {
  test.each([
    [
      'personal_id_front',
      'Tire uma foto da frente do seu documento',
      'Documentos aceitos: CNH, RG com CPF ou a nova identidade (CIN).',
      'environment',
    ],
    [
      'personal_id_back',
      'Tire uma foto do verso do seu documento',
      'O CPF precisa estar visível.',
      'environment',
    ],
    [
      'personal_id_selfie',
      'Tire uma selfie com o documento',
      'Mostre o documento e a data de hoje ao lado do rosto.',
      'user',
    ],
  ] as const)('the camera screen for %s shows: %s', async (photo, title, hint, facing) => {
    await open(photo)
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
    expect(screen.getByText(hint)).toBeTruthy()
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ video: { facingMode: { ideal: facing } } })
  })

  test('the close button of the camera screen goes back, and the camera stops when the screen unmounts', async () => {
    const { unmount } = await open()
    await press('Fechar câmera')
    expect(calls.onBack).toHaveBeenCalledOnce()
    expect(track.stop).not.toHaveBeenCalled()
    unmount()
    expect(track.stop).toHaveBeenCalledOnce()
  })

  test('a denied camera resets the flow with a toast', async () => {
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await open()
    expectToast(denied, 'error')
    expect(calls.onReset).toHaveBeenCalledOnce()
  })

  test('a camera permission that is revoked while the camera is open resets the flow with a toast', async () => {
    await open()
    act(() => void track.dispatchEvent(new Event('ended')))
    expectToast(denied)
    expect(calls.onReset).toHaveBeenCalledOnce()
  })

  test('in a browser without a camera, a message and a button that returns to the start are shown', async () => {
    setDevices(undefined)
    await open()
    expect(screen.getByRole('alert').textContent).toBe(
      'Seu navegador não permite usar a câmera. Abra esta página em outro navegador ou procure o balcão.',
    )
    expect(calls.onReset).not.toHaveBeenCalled()
    await press('Voltar ao início')
    expect(calls.onReset).toHaveBeenCalledOnce()
  })

  test('a kiosk without a camera refers the person to the service desk', async () => {
    saveServiceChannel('totem', 'temporary')
    setDevices(undefined)
    await open()
    expect(screen.getByRole('alert').textContent).toBe(
      'A câmera deste totem não está disponível. Procure o balcão.',
    )
  })

  test('a photo that could not be taken shows a message, and the camera screen stays open', async () => {
    await open()
    fireEvent.loadedData(document.querySelector('video')!)
    await press('Tirar foto')
    expectToast('Não foi possível tirar a foto. Tente novamente.')
    expect(screen.getByRole('button', { name: 'Tirar foto' })).toBeTruthy()
  })
})

describe('inside the native app', () => {
  let posted: string[]
  beforeEach(() => {
    posted = []
    host.ClubeApp = { postMessage: (message) => void posted.push(message) }
  })
  const respond = (detail: unknown) =>
    act(async () => void window.dispatchEvent(new CustomEvent('data', { detail })))
  const image = btoa('\xff\xd8\xff\xe0')

  test('the native app takes the photo and the person accepts or rejects it', async () => {
    await open()
    expect(getUserMedia).not.toHaveBeenCalled()
    expect(JSON.parse(posted[0] ?? '')).toMatchObject({ type: 'handle_pictures' })
    expect(screen.getByRole('status').textContent).toBe('Tire a foto no aplicativo.')
    await respond({ image })
    await press('Tirar outra')
    expect(posted).toHaveLength(2)
    await respond({ image })
    await press('Usar esta foto')
    expect(calls.onPhoto.mock.calls[0]?.[0]).toMatchObject({ type: 'image/jpeg', size: 4 })
  })

  test('after an empty response the photo can be requested again, or the page’s camera can be used', async () => {
    await open()
    await respond(null)
    expect(screen.getByRole('status').textContent).toBe('A foto não chegou. Você pode tentar de novo.')
    await press('Tentar de novo')
    expect(posted).toHaveLength(2)
    await press('Usar a câmera desta página')
    expect(getUserMedia).toHaveBeenCalledOnce()
    expect(screen.getByRole('dialog', { name: 'Tire uma foto da frente do seu documento' })).toBeTruthy()
  })
})

test('the selfie instructions show a sample and four tips, with the club’s current date', async () => {
  const onConfirm = vi.fn<() => void>()
  const now = new Date('2026-11-22T02:30:00Z')
  render(<SelfieInstructions now={now} onConfirm={onConfirm} onBack={calls.onBack} />)
  expect(screen.getByRole('img', { name: /^Exemplo: rosto sem boné nem óculos/ })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fique em um lugar bem iluminado.',
    'Não use acessórios, como boné ou óculos.',
    'Segure a frente do documento, bem visível, ao lado do rosto.',
    'Segure um papel com a data de hoje: 21/11/2026.',
  ])
  await press('Continuar')
  await press('Voltar')
  expect([onConfirm.mock.calls.length, calls.onBack.mock.calls.length]).toEqual([1, 1])
})
