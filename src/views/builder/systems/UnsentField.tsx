import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Tight } from './form-parts.tsx'
import { unsentMessages } from './side.messages.ts'

type Unsent = NonNullable<DestinationConfig['unsent']>
type UnsentFieldProps = {
  readonly unsent: Unsent | undefined
  readonly onChange: (unsent: Unsent) => void
}

const { onlyChanged: ofChanges, unsent: messages } = unsentMessages

/** What the next run does with records that one has read and could not send. */
export function UnsentField({ unsent = 'sendFirst', onChange }: UnsentFieldProps) {
  return (
    <Tight>
      <Select label={messages.label} options={messages.choices} value={unsent} onChoose={onChange} />
      <Hint>{messages.hint}</Hint>
    </Tight>
  )
}

type OnlyChangedProps<Config extends Pick<DestinationConfig, 'onlyChanged'>> = {
  readonly of: Config
  readonly onChange: (config: Config) => void
}

/** Whether records that were delivered before and did not change are sent again. */
export function OnlyChangedField<Config extends Pick<DestinationConfig, 'onlyChanged'>>({
  of,
  onChange,
}: OnlyChangedProps<Config>) {
  const { onlyChanged, ...rest } = of
  return (
    <Tight>
      <Select
        label={ofChanges.label}
        options={ofChanges.choices}
        value={onlyChanged === undefined ? 'usual' : onlyChanged ? 'yes' : 'no'}
        onChoose={(choice) => onChange((choice === 'usual' ? rest : { ...rest, onlyChanged: choice === 'yes' }) as Config)}
      />
      <Hint>{ofChanges.hint}</Hint>
    </Tight>
  )
}
