import { beforeAll, expect, test } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { clubDayOf, formatDay } from '@clube/contract/kernel/club-time.ts'
import { pointsStatementFile } from '@clube/contract/points/calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer, registrationOf } from '../testing/joining.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { checkClubConfiguration } from './club-configuration.ts'
import { configuration } from '../testing/quick-club.ts'

const manaus = 'America/Manaus'
const club = useClub({}, { time_zone: manaus })
const cpfs = freshCpfs(3, 320_000_000)
const minuteMs = 60_000

/** The current day in Manaus and the next one, which began half an hour ago in São Paulo. */
const days = () => ({
  today: clubDayOf(club.now(), manaus),
  tomorrow: clubDayOf(club.now(), 'America/Sao_Paulo'),
})

beforeAll(() => {
  const targetTime = new Date(club.now()).setUTCHours(27, 30)
  club.advanceSeconds((targetTime - club.now().getTime()) / 1000)
  // A receipt's key contains its month: both days must be in the same month.
  while (days().today.slice(0, 7) !== days().tomorrow.slice(0, 7)) club.advanceSeconds(24 * 3600)
})

test('at 23:30 in Manaus the club day has not changed, although it has in São Paulo', async () => {
  const { today, tomorrow } = days()
  expect(tomorrow > today).toBe(true)
  const browser = await registerCustomer(club.browser(), cpfs[0] ?? '')
  const register = (issued_on: string, number: number) => {
    const receipt_key = receiptKeyOf({
      now: new Date(club.now().getTime() - 60 * minuteMs),
      cnpj: shops[0].cnpj,
      number,
    })
    return browser.send(registerReceiptCall, { body: { receipt_key, amount_cents: 12_350, issued_on } })
  }
  expect(await register(tomorrow, 1)).toMatchObject({ status: 409, code: 'receipts.outside-period' })
  expect(await register(today, 2)).toMatchObject({ status: 200 })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const statement = await fetch(club.url + pointsStatementFile.path, { headers: { cookie } })
  expect(await statement.text()).toContain(`${formatDay(today)};Pontos ganhos;`)
})

test('a person turns 18 at midnight in Manaus', async () => {
  const born = (day: string) => formatDay(`${Number(day.slice(0, 4)) - 18}${day.slice(4)}`)
  const join = async (document_id: string, birth_date: string) => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
    return browser.send(registerCall, { body: registrationOf(document_id, { birth_date }) })
  }
  expect(await join(cpfs[1] ?? '', born(days().tomorrow))).toMatchObject({
    status: 422,
    errors: [{ path: 'birth_date', message: 'Você precisa ter mais de 18 anos!' }],
  })
  expect(await join(cpfs[2] ?? '', born(days().today))).toMatchObject({ status: 200 })
})

test('the default time zone is São Paulo, and only Brazilian zones are accepted', () => {
  const { club: named } = configuration
  expect(checkClubConfiguration('club.ts', configuration).club.time_zone).toBe('America/Sao_Paulo')
  expect(() =>
    checkClubConfiguration('club.ts', { ...configuration, club: { ...named, time_zone: 'Europe/Lisbon' } }),
  ).toThrow('club.time_zone')
})
