/** Minutes that a code sent by e-mail or SMS lives, and that the right to set a new password lives after it. */
export const resetCodeMinutes = 10

/** Wrong and right tries that one code bears in all. */
export const resetCodeTries = 5

/** Codes that one account gets in a day, by whatever way. */
export const resetCodesPerDay = 5

/** Hours that the code of an approved request waits for its person. */
export const reviewCodeHours = 48

/** Minutes that a code given at the service desk lives: the person is standing there. */
export const deskCodeMinutes = 15

/** Hours that pass before a change of both contacts takes effect, so that their owner can object. */
export const holdHours = 24

/** Longest description of further information. */
export const extraInformationMaxLength = 1000
