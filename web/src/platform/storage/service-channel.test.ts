// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import {
  adoptServiceChannel,
  clearServiceChannel,
  isServiceChannelPersistent,
  readServiceChannel,
  saveServiceChannel,
} from './service-channel.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('the service channel is read from webapp_service_channel, temporary before persistent', () => {
  expect(readServiceChannel()).toBeUndefined()
  saveServiceChannel('site', 'persistent')
  expect(localStorage.getItem('webapp_service_channel')).toBe('site')
  expect(readServiceChannel()).toBe('site')
  saveServiceChannel('totem', 'temporary')
  expect(sessionStorage.getItem('webapp_service_channel')).toBe('totem')
  expect(readServiceChannel()).toBe('totem')
})

test('quotes around the service channel are stripped', () => {
  localStorage.setItem('webapp_service_channel', '"aplicativo"')
  expect(readServiceChannel()).toBe('aplicativo')
  sessionStorage.setItem('webapp_service_channel', '""')
  expect(readServiceChannel()).toBe('aplicativo')
})

test('clearing the service channel removes its persistent and temporary values', () => {
  saveServiceChannel('site', 'persistent')
  saveServiceChannel('totem', 'temporary')
  clearServiceChannel()
  expect(readServiceChannel()).toBeUndefined()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('a link sets the service channel for this tab; invalid values are ignored', () => {
  expect(adoptServiceChannel('?x=1&service_channel=totem')).toBe('totem')
  expect(localStorage.length).toBe(0)
  expect(adoptServiceChannel('?service_channel=%3Cscript%3E')).toBe('totem')
  expect(adoptServiceChannel('')).toBe('totem')
})

test('a link can set the service channel permanently, overriding that of the tab, and an empty one clears both', () => {
  expect(adoptServiceChannel('?service_channel=site')).toBe('site')
  expect(adoptServiceChannel('?service_channel=totem&service_channel_for=good')).toBe('totem')
  expect(localStorage.getItem('webapp_service_channel')).toBe('totem')
  expect(sessionStorage.length).toBe(0)
  expect(isServiceChannelPersistent()).toBe(true)
  adoptServiceChannel('?service_channel=site')
  expect(adoptServiceChannel('?service_channel=')).toBeUndefined()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('unavailable storage means no service channel, not an error', () => {
  for (const method of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
  saveServiceChannel('site', 'persistent')
  expect(readServiceChannel()).toBeUndefined()
})
