import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { SuccessCondition } from '#contract/connectors/config/success-condition.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Fold, Pair, Tick } from './form-parts.tsx'
import { ListField } from './ListField.tsx'
import { sideMessages as messages } from './side.messages.ts'

type SuccessFieldsProps = {
  readonly config: Pick<DestinationConfig, 'success' | 'honoursKeys'>
  /** Undefined: nothing is set any more. */
  readonly onChange: (success: SuccessCondition | undefined) => void
  readonly onHonour: (honoursKeys: boolean) => void
}

/** A condition without what is empty; undefined when nothing is left of it. */
function changed(success: SuccessCondition, change: SuccessCondition): SuccessCondition | undefined {
  const { statuses = [], contentType = '', field } = { ...success, ...change }
  const kept: SuccessCondition = {
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(contentType === '' ? {} : { contentType }),
    ...(field && field.path !== '' ? { field } : {}),
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** When an answer of an HTTP destination counts as a delivery. */
export function SuccessFields({ config: { success = {}, honoursKeys = false }, onChange, onHonour }: SuccessFieldsProps) {
  const { statuses = [], contentType = '', field } = success
  const change = (it: SuccessCondition) => {
    onChange(changed(success, it))
  }
  const changeField = (path: string, value = '') => change({ field: { path, ...(value === '' ? {} : { value }) } })
  return (
    <Fold title={messages.success} isOpen={Object.keys(success).length > 0 || honoursKeys}>
      <Hint>{messages.successUsual}</Hint>
      <Pair>
        <ListField
          label={messages.statuses}
          values={statuses}
          hint={messages.statusesHint}
          onWrite={(written) => change({ statuses: written })}
        />
        <Field
          label={messages.contentType}
          value={contentType}
          spellCheck={false}
          hint={messages.contentTypeHint}
          onWrite={(text) => change({ contentType: text })}
        />
        <Field
          label={messages.successField}
          value={field?.path ?? ''}
          spellCheck={false}
          hint={messages.successFieldHint}
          onWrite={(path) => changeField(path, field?.value)}
        />
        {field ? (
          <Field
            label={messages.successValue}
            value={field.value ?? ''}
            spellCheck={false}
            hint={messages.successValueHint}
            onWrite={(value) => changeField(field.path, value)}
          />
        ) : null}
      </Pair>
      <Tick label={messages.honoursKeys} isOn={honoursKeys} onChange={onHonour} />
    </Fold>
  )
}
