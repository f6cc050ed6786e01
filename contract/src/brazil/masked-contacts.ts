import { cellphonePattern } from './cellphone.ts'
import { fillPattern } from './mask.ts'

/** '(11) *****-4321'. */
export const maskCellphone = (digits: string): string =>
  fillPattern(cellphonePattern, digits).replace(/\d{5}-/, '*****-')

/** 'ma***@e***.br': recognizable, but not usable as an address. */
export const maskEmail = (email: string): string => {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 2)}***@${host.slice(0, 1)}***${host.slice(host.lastIndexOf('.'))}`
}
