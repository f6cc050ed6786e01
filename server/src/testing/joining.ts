import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { TestBrowser } from './browser.ts'

type Registration = BodyOf<typeof registerCall>

/** Versions of the demonstration's required documents. */
export const acceptedDocuments: Registration['accepted_documents'] = [
  { kind: 'loyaltyclub_terms', version: '1.0' },
  { kind: 'loyaltyclub_regulation', version: '1.0' },
]

/** A valid registration, which tests modify. The city id is the IBGE code of São Paulo. */
export const registrationOf = (document_id: string, change: Partial<Registration> = {}): Registration => ({
  document_id,
  terms_id: 'shd_auth_terms',
  name: 'Ana Lúcia Pereira',
  email: 'ana.lucia@exemplo.com.br',
  cellphone: '(11) 98888-7777',
  birth_date: '20/03/1990',
  cep: '01001-000',
  state_id: stateOfSaoPaulo,
  city_id: cityOfSaoPaulo,
  district_id: null,
  neighborhood: 'Sé',
  street_type: 'square',
  street_name: 'da Sé',
  street_number: '100',
  complement: '',
  password: 'Jabuticaba-9',
  password_confirmation: 'Jabuticaba-9',
  email_marketing_subscription: 'no',
  accepted_documents: acceptedDocuments,
  ...change,
})

export const stateOfSaoPaulo = 25
export const cityOfSaoPaulo = 3_550_308

/** Generates valid CPFs not used by any persona. */
export const freshCpfs = (count: number, from = 100_000_000): string[] =>
  Array.from({ length: count }, (_, step) => {
    const base = String(from + step * 7)
    const first = checkDigit(base)
    return base + first + checkDigit(base + first)
  })

const checkDigit = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (digits.length + 1 - i), 0)
  const remainder = (sum * 10) % 11
  return String(remainder === 10 ? 0 : remainder)
}

/** Registers a customer by API calls. @returns the browser, which is signed in */
export const registerCustomer = async (
  browser: TestBrowser,
  document_id: string,
  change: Partial<Registration> = {},
): Promise<TestBrowser> => {
  const response = await checkAndRegister(browser, document_id, change)
  if (!response.ok) throw new Error(`Registration failed: ${JSON.stringify(response)}`)
  return browser
}

const checkAndRegister = async (browser: TestBrowser, document_id: string, change: Partial<Registration>) => {
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  return browser.send(registerCall, { body: registrationOf(document_id, change) })
}
