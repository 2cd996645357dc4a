import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { sideMessages } from './side.messages.ts'

type Unsent = NonNullable<DestinationConfig['unsent']>
type UnsentFieldProps = {
  readonly unsent: Unsent | undefined
  readonly onChange: (unsent: Unsent) => void
}

const messages = sideMessages.unsent

/** What the next run does with records that one has read and could not send. */
export function UnsentField({ unsent = 'sendFirst', onChange }: UnsentFieldProps) {
  return (
    <div>
      <Select label={messages.label} options={messages.choices} value={unsent} onChoose={onChange} />
      <Hint>{messages.hint}</Hint>
    </div>
  )
}
