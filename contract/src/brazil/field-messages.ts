/** Messages for fields without specific messages. Spec §5. */
export const requiredTextMessage = 'Este campo não pode estar vazio'
/** A select without a choice. Spec §5. */
export const requiredSelectMessage = 'Este campo é requerido'
/** An autocomplete without a choice. Spec §5. */
export const requiredAutocompleteMessage = 'Por favor selecione uma opção'
/** A radio group without a choice; also the cellphone, e-mail and extra-information statuses. Spec §5. */
export const requiredRadioMessage = 'Por favor, selecione uma opção'
/** An incomplete mask. Spec §5. */
export const incompleteMaskMessage = 'Entrada inválida'
