import { useId } from 'react'
import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
import { roleNames } from '@clube/contract/staff/member.ts'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { FieldNote } from '../../../kit/field/field.tsx'
import css from './team.module.css'

type RoleChoiceProps = {
  value: readonly Role[]
  onChange: (roles: readonly Role[]) => void
  error: string | undefined
}

/** The roles of a member: any number, at least one. */
export function RoleChoice({ value, onChange, error }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset data-path="roles" className={css.roles} aria-describedby={`${id}-note`}>
      <legend>Papéis</legend>
      <div className={css.choices}>
        {roleNames.map((role) => (
          <Checkbox
            key={role}
            name={role}
            checked={value.includes(role)}
            onChange={(isHeld) =>
              onChange(roleNames.filter((each) => (each === role ? isHeld : value.includes(each))))
            }
          >
            {knownRoles[role].title}
          </Checkbox>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
