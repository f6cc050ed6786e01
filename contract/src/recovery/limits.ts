/** Validity of a code sent by e-mail or SMS, and of the recovery token after it, in minutes. */
export const resetCodeMinutes = 10

/** Maximum attempts per code, correct or wrong. */
export const resetCodeAttempts = 5

/** Validity of the code of an approved request, in hours. */
export const reviewCodeHours = 48

/** Validity of a code issued at the service desk, in minutes: the customer is present. */
export const deskCodeMinutes = 15

/** Page of the link that stops a held request; its fragment is the secret. */
export const objectionPath = '/nao-fui-eu'

/** Hours before a code is sent to a new contact, so that the owner can object. */
export const holdHours = 24

/** Maximum length of the extra information description. */
export const extraInformationMaxLength = 1000
