const document =
  /(?<![\w-])(\d{11}|\d{14}|\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2})(?![\w-])/
const phone = /\(\d{2}\) ?\d{4,5}-\d{4}/
const email = /[^\s*]@[^\s@]+\.\w/

/** Whether a string contains an unmasked document, phone number or e-mail address. */
export const containsPersonalData = (text: string): boolean =>
  document.test(text) || phone.test(text) || email.test(text)

/** Error for a name quoted in audit sentences that contains a document, phone number or e-mail address. */
export const personalDataMessage = 'Não use CPF, CNPJ, telefone ou e-mail neste campo'
