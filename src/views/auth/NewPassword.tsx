import { Check, Circle } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { defaultPolicy, faultsOf, type PasswordFault, type PasswordPolicy } from '#contract/auth/password.ts'
import { color, font, space, unseen } from '../../theme/theme.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordMessages } from './password.messages.ts'

type NewPasswordProps = {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
  readonly isShown: boolean
  readonly onToggle: () => void
  readonly isBlocked: boolean
  /** What it must be; null where that is not known. The default where no company has chosen. */
  readonly policy?: PasswordPolicy | null
  /** What the server said of it. */
  readonly error?: string | undefined
}

/** A password that is chosen: what it must be, what of that it is already, and a look at it. */
export function NewPassword({
  label,
  value,
  onWrite,
  isShown,
  onToggle,
  isBlocked,
  policy = defaultPolicy,
  error,
}: NewPasswordProps) {
  const id = useId()
  const faults = policy === null ? [] : faultsOf(value, policy)
  return (
    <Frame>
      <PasswordField
        label={label}
        isShown={isShown}
        onToggle={onToggle}
        autoComplete="new-password"
        spellCheck={false}
        describedBy={id}
        value={value}
        isRequired
        isBlocked={isBlocked}
        error={error}
        {...(error === undefined ? {} : { ref: focusRefused })}
        onWrite={onWrite}
      />
      <Rules id={id} aria-label={passwordMessages.rules}>
        {(policy === null ? [] : rulesOf(policy, faults)).map((rule) => (
          <Rule key={rule} $isMet={!faults.includes(rule)}>
            {faults.includes(rule) ? <Circle aria-hidden="true" /> : <Check aria-hidden="true" />}
            <span>
              {ruleText(rule, policy ?? defaultPolicy)}{' '}
              <Unseen>({faults.includes(rule) ? passwordMessages.unmet : passwordMessages.met})</Unseen>
            </span>
          </Rule>
        ))}
      </Rules>
    </Frame>
  )
}

/** What was refused is written anew; the same function each time, so that it takes the focus once. */
const focusRefused = (input: HTMLInputElement | null) => input?.focus()

/** What the policy asks for; the upper limit is told only to whom it concerns. */
function rulesOf(policy: PasswordPolicy, faults: readonly PasswordFault[]): readonly PasswordFault[] {
  return [...faultsOf('', policy), ...faults.filter((fault) => fault === 'tooLong')]
}

function ruleText(rule: PasswordFault, { minLength }: PasswordPolicy): string {
  return rule === 'tooShort' ? passwordMessages.needs.tooShort(minLength) : passwordMessages.needs[rule]
}

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
`

const Rules = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr));
  gap: ${space[4]} ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
  font: ${font.dense};
`

const Rule = styled.li<{ readonly $isMet: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  color: ${({ $isMet }) => ($isMet ? color['success.text'] : color['text.muted'])};

  & > svg {
    flex: none;
    width: 0.875rem;
    height: 0.875rem;
  }
`

const Unseen = styled.span`
  ${unseen}
`
