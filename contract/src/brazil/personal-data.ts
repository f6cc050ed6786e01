const document =
  /(?<![\w-])(\d{11}|\d{14}|\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2})(?![\w-])/
const phone = /\(\d{2}\) ?\d{4,5}-\d{4}/
const email = /[^\s*]@[^\s@]+\.\w/

/** Whether a text carries a document, a phone or an e-mail in full; masked ones pass. */
export const holdsPersonalData = (text: string): boolean =>
  document.test(text) || phone.test(text) || email.test(text)

/** A name that audit sentences quote may not be somebody's document, phone or e-mail. */
export const personalDataMessage = 'Não use CPF, CNPJ, telefone ou e-mail neste campo'
