/** For password managers: they store a form's password under this name. */
export const Username = ({ value }: { value: string }) => (
  <input
    className="sr-only"
    type="text"
    name="username"
    autoComplete="username"
    value={value}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
