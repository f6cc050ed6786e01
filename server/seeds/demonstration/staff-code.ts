/** Prints the current authenticator codes of the demonstration's staff: `npm run codes`. */
import { staffCode, staffEmail, staffPersonas } from './staff.ts'

const now = new Date()
for (const persona of Object.values(staffPersonas))
  process.stdout.write(`${staffCode(persona, now)}  ${staffEmail(persona)}  ${persona.password}\n`)
