import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { loginHistoryMessages as messages } from './login-history.messages.ts'

/** As they stand in the address of the page. */
export type SignInFilter = {
  readonly result: keyof typeof messages.results
  readonly address: string
  /** Days of the calendar. */
  readonly from: string
  readonly to: string
}

type SignInFiltersProps = {
  readonly filter: SignInFilter
  readonly onChange: (change: Partial<SignInFilter>, isTyped: boolean) => void
}

/** Which sign-ins are listed. */
export function SignInFilters({ filter, onChange }: SignInFiltersProps) {
  return (
    <Row>
      <Select
        label={messages.result}
        options={messages.results}
        value={filter.result}
        onChoose={(result) => onChange({ result }, false)}
      />
      <Field
        label={messages.address}
        value={filter.address}
        spellCheck={false}
        onWrite={(text) => onChange({ address: text.replace(/[^0-9a-f.:]/gi, '').slice(0, 45) }, true)}
      />
      <Field label={messages.from} type="date" value={filter.from} onWrite={(from) => onChange({ from }, true)} />
      <Field label={messages.to} type="date" value={filter.to} onWrite={(to) => onChange({ to }, true)} />
    </Row>
  )
}

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  align-items: end;
  gap: ${space[8]};
  width: min(44rem, 100%);
`
