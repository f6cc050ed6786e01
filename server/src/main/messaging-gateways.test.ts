import { describe, expect, test } from 'vitest'
import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import type { Db } from '../db/database.ts'
import { createVault } from '../modules/vault/index.ts'
import {
  checkClubConfiguration,
  ConfigurationError,
  type ClubConfigurationFile,
} from './club-configuration.ts'
import { readEnvironment } from './environment.ts'
import { gatewaysOf } from './messaging-gateways.ts'

/** Nothing is sent in these tests, so the database is not used. */
const db = {} as Db

const open = (messaging: ClubConfigurationFile['messaging'], env: NodeJS.ProcessEnv = {}) =>
  gatewaysOf({
    environment: readEnvironment(env, ''),
    configuration: checkClubConfiguration('test', { ...demonstration, messaging }),
    db,
    vault: createVault(Buffer.alloc(32, 'k')),
  })

const production = { DATABASE_URL: 'postgresql://localhost/clube' }
const smtp = {
  kind: 'smtp',
  url: 'smtps://clube@smtp.exemplo.com.br',
  from: 'Clube <a@exemplo.com.br>',
} as const
const zenvia = { kind: 'zenvia', from: 'clube' } as const
const twilio = { kind: 'twilio', account_sid: 'AC1', from: '+5511' } as const
const secrets = { SMTP_PASSWORD: 'a', ZENVIA_TOKEN: 'b', TWILIO_AUTH_TOKEN: 'c' }

describe('the gateways of a club', () => {
  test('the gateways default to the outbox', () => {
    const { smsSender, isLocal } = open(undefined)
    expect({ gateway: smsSender.gateway, isLocal }).toEqual({ gateway: 'outbox', isLocal: true })
  })

  test.each([
    ['zenvia', zenvia],
    ['twilio', twilio],
  ])('the configured gateway is used: %s', (gateway, sms) => {
    const opened = open({ mail: smtp, sms }, { ...production, ...secrets })
    expect({ gateway: opened.smsSender.gateway, isLocal: opened.isLocal }).toEqual({
      gateway,
      isLocal: false,
    })
  })

  test.each([
    ['DATABASE_URL', production, {}],
    ['NODE_ENV', { NODE_ENV: 'production' }, {}],
    ['a mail server alone', production, { mail: smtp }],
    ['an SMS gateway alone', production, { sms: zenvia }],
  ])('the outbox is rejected in production: %s', (_name, env, messaging) => {
    expect(() => open(messaging, { ...env, ...secrets })).toThrow(ConfigurationError)
    expect(() => open(messaging, { ...env, ...secrets })).toThrow('LOCAL_MESSAGING=yes')
    expect(open(messaging, { ...env, ...secrets, LOCAL_MESSAGING: 'yes' }).isLocal).toBe(true)
  })

  test.each([
    ['SMTP_PASSWORD', { mail: smtp, sms: zenvia }],
    ['ZENVIA_TOKEN', { mail: smtp, sms: zenvia }],
    ['TWILIO_AUTH_TOKEN', { mail: smtp, sms: twilio }],
  ])('a gateway without its secret is rejected: %s', (name, messaging) => {
    expect(() => open(messaging, { ...secrets, [name]: undefined })).toThrow(`${name} is missing`)
  })

  test.each([
    ['smtp.exemplo.com.br', 'messaging.mail.url'],
    ['http://smtp.exemplo.com.br', 'messaging.mail.url'],
  ])('the mail server URL %s is rejected', (url, path) => {
    expect(() => open({ mail: { ...smtp, url } })).toThrow(path)
  })

  test('a mail sender without an address is rejected', () => {
    expect(() => open({ mail: { ...smtp, from: 'Clube' } })).toThrow('messaging.mail.from')
  })
})

test('pages under /dev are disabled in production', () => {
  expect(readEnvironment({ NODE_ENV: 'production' }, '').dev_pages).toBe(false)
  expect(readEnvironment({}, '').dev_pages).toBe(true)
})
