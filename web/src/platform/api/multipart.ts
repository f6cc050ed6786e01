/**
 * Encodes a body as multipart/form-data (spec §7): nested objects flattened to keys like `a[b]`, files as blobs, null as empty
 * text. Undefined values are omitted; a captcha proof is sent as base64 JSON.
 */
export function multipartOf(body: unknown): FormData {
  const form = new FormData()
  append(form, '', body)
  return form
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined) return
  if (value === null) return form.append(name, '')
  if (value instanceof Blob) return form.append(name, value)
  if (typeof value === 'string') return form.append(name, value)
  if (typeof value !== 'object') return form.append(name, JSON.stringify(value))
  if (name === captchaField) return form.append(name, btoa(JSON.stringify(value)))
  for (const [key, inner] of Object.entries(value)) append(form, name === '' ? key : `${name}[${key}]`, inner)
}

const captchaField = 'altcha_challenge'
