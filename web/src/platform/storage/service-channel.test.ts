// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import {
  adoptServiceChannel,
  clearServiceChannel,
  readServiceChannel,
  saveServiceChannel,
} from './service-channel.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('the channel is kept under webapp_service_channel, temporary before persistent', () => {
  expect(readServiceChannel()).toBeUndefined()
  saveServiceChannel('site', 'persistent')
  expect(localStorage.getItem('webapp_service_channel')).toBe('site')
  expect(readServiceChannel()).toBe('site')
  saveServiceChannel('totem', 'temporary')
  expect(sessionStorage.getItem('webapp_service_channel')).toBe('totem')
  expect(readServiceChannel()).toBe('totem')
})

test('quotes are stripped', () => {
  localStorage.setItem('webapp_service_channel', '"aplicativo"')
  expect(readServiceChannel()).toBe('aplicativo')
  sessionStorage.setItem('webapp_service_channel', '""')
  expect(readServiceChannel()).toBe('aplicativo')
})

test('clearing forgets both', () => {
  saveServiceChannel('site', 'persistent')
  saveServiceChannel('totem', 'temporary')
  clearServiceChannel()
  expect(readServiceChannel()).toBeUndefined()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('an address sets it for this tab; strange values are left alone', () => {
  expect(adoptServiceChannel('?x=1&service_channel=totem')).toBe('totem')
  expect(localStorage.length).toBe(0)
  expect(adoptServiceChannel('?service_channel=%3Cscript%3E')).toBe('totem')
  expect(adoptServiceChannel('')).toBe('totem')
})

test('forbidden storage is no channel, not an error', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  saveServiceChannel('site', 'persistent')
  expect(readServiceChannel()).toBeUndefined()
})
